import { sql } from 'kysely';
import type { FormType } from '#contract/operations/blanks.ts';
import { FARM_HEADER_FIELDS } from '#contract/operations/farms.ts';
import { monthRange } from '#contract/periods.ts';
import { reports } from '#contract/reports/index.ts';
import type { PaperContent } from '#contract/reports/papers.ts';
import type { Tx } from '#server/db/database.ts';
import { accountingMovementServer } from '#server/reports/accounting/movement.ts';
import { accountingWriteoffServer } from '#server/reports/accounting/writeoff.ts';
import { bonusServer } from '#server/reports/bonus/query.ts';
import { form8Server } from '#server/reports/form8/query.ts';
import { form9Server } from '#server/reports/form9/query.ts';
import type { ReportServer } from '#server/reports/kit/report.ts';
import { withSwitchDefaults } from '#server/reports/kit/switch-defaults.ts';
import { ownerStatementServer } from '#server/reports/owner-statement/query.ts';
import { ofFarm, scopeOf } from '#server/reports/sql/client-scope.ts';
import { readWording } from './wording.ts';

/** The printed figures of each form; other parts of the report's answer aren't on paper. */
const FIGURES: Record<FormType, ReportServer> = {
  form8: form8Server,
  form9: form9Server,
  accounting_writeoff: accountingWriteoffServer,
  accounting_movement: accountingMovementServer,
  bonus: bonusServer,
  owner_statement: ownerStatementServer,
};

/** The paper of a month that a form template asks for. */
export interface PaperPlace {
  client: number;
  farm: number;
  month: string;
  blank: number;
  type: FormType;
}

/**
 * Reads all that a paper prints, as of the transaction. Null if the month has nothing to print. 400 at `blank.accounts.<code>` if the template
 * lacks an account.
 */
export async function readContent(tx: Tx, { client, farm, month, blank, type }: PaperPlace, now: Date): Promise<PaperContent | null> {
  const whole = await scopeOf(tx, client, now);
  if (!whole) return null;
  const place = ofFarm(whole, farm);
  const { after: from, before: to } = monthRange(month);
  const filters = withSwitchDefaults(reports[type], { farm: [farm], blank: [blank], planned_on_after: from, planned_on_before: to });
  const timezone = place.farms[0]?.timezone ?? 'UTC';
  const made = await FIGURES[type].make({ ...place, from, to, filters, timezone, tellsPrevious: async () => false });
  if (made.rows.length === 0) return null;
  return {
    data: {
      filters: { planned_on_after: from, planned_on_before: to },
      timezone,
      currency: place.currency,
      rows: made.rows,
      totals: made.totals,
      series: Object.entries(made.series ?? {}).map(([key, rows]) => ({ key, rows: [...rows] })),
    },
    ...(await readHeads(tx, client, farm, blank)),
    wording: await readWording(type),
  };
}

async function readHeads(tx: Tx, client: number, farm: number, blank: number): Promise<Pick<PaperContent, 'blank' | 'farm'>> {
  const { rows: blanks } = await sql<PaperContent['blank']>`
    select header, template from additional_report where client_id = ${client} and id = ${blank}`.execute(tx);
  const header = sql.join(FARM_HEADER_FIELDS.map((field) => sql.ref(`f.${field}`)));
  const { rows: farms } = await sql<PaperContent['farm']>`
    select f.name, c.name as company_name, ${header} from farm f join company c on c.client_id = f.client_id and c.id = f.company_id
    where f.client_id = ${client} and f.id = ${farm}`.execute(tx);
  return { blank: blanks[0]!, farm: farms[0]! };
}
