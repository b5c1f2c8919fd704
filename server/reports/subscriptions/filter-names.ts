import type { TFunction } from 'i18next';
import { type RawBuilder, sql } from 'kysely';
import type { ExportLine } from '#common/files/export-input.ts';
import { codeKey } from '#common/texts/keys.ts';
import { OPTION_SOURCES, type OptionFilter } from '#contract/option-sources.ts';
import type { ReportData, ReportDefinition, ReportFilter } from '#contract/reports/shape.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { type TableBasics, type Tables, tableOf, tableOfFilter } from '#server/platform/table-basics.ts';

type Name = { id: number; name: string };

/** The table that has the names of a filter's rows. A blank narrows nothing. */
function namedIn(tables: Tables, filter: ReportFilter): TableBasics | null {
  if (filter === 'farm') return tableOf(tables, 'farms');
  return filter in OPTION_SOURCES && filter !== 'worker' && filter !== 'blank' ? tableOfFilter(tables, filter as OptionFilter) : null;
}

/** Only people who work at the client are named, even if the filter contains other ids. */
const operators = (client: number, ids: readonly number[]): RawBuilder<Name> => sql<Name>`
  select a.id, trim(a.first_name || ' ' || a.last_name) as name from account a where a.id = any(${ids})
    and exists (select from schedule s where s.client_id = ${client} and s.operator_id = a.id)`;

/** One line per filter of the report, as on its screen. The calculation options are in `exportInput`. */
export async function filterLines(
  { db, client, services }: Pick<ClientContext, 'db' | 'client' | 'services'>,
  { filters: offered }: Pick<ReportDefinition, 'filters'>,
  { filters }: ReportData,
  t: TFunction,
): Promise<ExportLine[]> {
  const lines: ExportLine[] = [];
  for (const filter of offered) {
    const chosen = filters[filter];
    const table = namedIn(services.tables, filter);
    if (!Array.isArray(chosen) || chosen.length === 0 || !(table || filter === 'status' || filter === 'worker')) continue;
    let labels: string[];
    if (filter === 'status') labels = chosen.map((status) => t(codeKey('core:status', status)));
    else {
      const ids = chosen.map(Number);
      const named = table
        ? sql<Name>`select id, name from ${sql.table(table.table)} where client_id = ${client} and id = any(${ids})`
        : operators(client, ids);
      const { rows } = await named.execute(db);
      const names = new Map(rows.map(({ id, name }) => [id, name]));
      labels = ids.map((id) => names.get(id) ?? `№ ${id}`);
    }
    lines.push({ label: t(codeKey('reports:filter', filter)), value: labels.join(', ') });
  }
  return lines;
}
