import { expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import { allReports } from '#contract/reports/index.ts';
import { ACCOUNT_CODES } from '#tests/support/account-codes.ts';
import { make } from '#tests/support/factories.ts';
import type { ReadyFarm } from '#tests/support/feeding.ts';

/** Reports about the present. Their figures follow today's rules, prices and stock. */
const OF_TODAY: readonly string[] = [
  ...['supply', 'orders', 'recall', 'programme', 'mixers', 'auger_coefficient', 'dashboard', 'explorer', 'compare'],
];

export interface MonthFigures {
  /** Answers of all reports for the month, by report, except those about the present. */
  read(): Promise<Record<string, unknown>>;
}

/** Creates the form templates that some reports need. `month` is `YYYY-MM`. */
export async function figuresOfMonth({ client, farm }: ReadyFarm, month: string): Promise<MonthFigures> {
  const template = { headings: {}, order: [], accounts: ACCOUNT_CODES };
  const paths: [string, string][] = [];
  const first = `${month}-01`;
  const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
  for (const { id, path, required = [] } of allReports.filter((report) => !OF_TODAY.includes(report.id))) {
    const body = { farm, kind: 'blank', name: id, report_type: id, template };
    const blank = required.includes('blank') ? `&blank=${(await make(client.owner, 'report/additional/', body)).id}` : '';
    paths.push([
      id,
      `report/${path ?? `${id}/make`}/?language=uk&farm=${farm}${blank}&planned_on_after=${first}&planned_on_before=${last}`,
    ]);
  }
  return {
    read: async () => {
      const figures: Record<string, unknown> = {};
      for (const [id, path] of paths) {
        const { data, errors } = await client.owner.get(path);
        expect(errors, id).toBeUndefined();
        const { generated_at: _, locked_until: __, ...rest } = data;
        figures[id] = rest;
      }
      return figures;
    },
  };
}
