import { sql } from 'kysely';
import { monthNumbers, type NumberedClosing } from '#common/files/forms/month-numbers.ts';
import { MATRIX_MONTHS, type MonthEndFarm } from '#contract/reports/month-end.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { farmsAsked, type MonthFarm } from './farms.ts';
import { findings } from './findings.ts';

type State = MonthEndFarm['months'][number]['state'];

interface Closing extends NumberedClosing {
  farm: number;
  closed_at: string;
  closed_by_name: string | null;
}

/** All closings that the farms ever had, the newest first. */
export async function closingsOf({ client, db }: ClientContext, farms: readonly MonthFarm[]): Promise<Map<number, Closing[]>> {
  const { rows } = await sql<Closing>`
    select l.farm_id as farm, to_char(l.month, 'YYYY-MM') as month, l.number, l.version, l.reopened_at is null as closed, l.closed_at,
      coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) as closed_by_name
    from month_closing l left join account a on a.id = l.closed_by
    where l.client_id = ${client} and l.farm_id = any(${farms.map(({ id }) => id)}::bigint[])
    order by l.month desc, l.version desc`.execute(db);
  return new Map(farms.map(({ id }) => [id, rows.filter(({ farm }) => farm === id)]));
}

/** How the last months of the farms stand, newest first. */
export async function matrixOf(context: ClientContext, asked: readonly number[]): Promise<MonthEndFarm[]> {
  const farms = await farmsAsked(context, asked);
  const months = lastMonths(
    farms
      .map(({ today }) => today)
      .toSorted()
      .at(-1) ?? '',
  );
  const [to, from] = [months[0], months.at(-1)];
  if (!to || !from) return [];
  const { client } = context;
  const [{ rows }, closings] = await Promise.all([
    sql<{ farm: number; month: string; findings: number; begins: string | null }>`
      with ${findings({ client, farms, from, to })}
      select p.id as farm, to_char(m.month, 'YYYY-MM') as month, count(distinct t.code)::integer as findings,
        to_char(p.begins, 'YYYY-MM') as begins
      from place p cross join months m left join found t on t.farm = p.id and t.month = m.month
      group by p.id, m.month, p.begins`.execute(context.services.database.reports(client)),
    closingsOf(context, farms),
  ]);
  const found = new Map(rows.map((row) => [`${row.farm} ${row.month}`, row]));
  return farms.map(({ id, name, today }) => {
    const own = closings.get(id) ?? [];
    const { numberOf, draftNumberOf } = monthNumbers(own);
    return {
      farm: id,
      farm_name: name,
      months: months.map((month) => {
        const { findings: count = 0, begins = null } = found.get(`${id} ${month}`) ?? {};
        const closing = own.find((one) => one.closed && one.month === month);
        const open: State =
          month >= today.slice(0, 7) ? 'running' : begins === null || month < begins ? 'empty' : count > 0 ? 'findings' : 'ready';
        return {
          month,
          state: closing ? 'closed' : open,
          findings: count,
          number: numberOf(month) || draftNumberOf(month),
          closed_at: closing?.closed_at ?? null,
          closed_by_name: closing?.closed_by_name ?? null,
        };
      }),
    };
  });
}

/** The month of that day and those before it; none without a day. */
function lastMonths(today: string): string[] {
  if (today === '') return [];
  const [year, month] = today.split('-').map(Number) as [number, number];
  return Array.from({ length: MATRIX_MONTHS }, (_, at) => new Date(Date.UTC(year, month - 1 - at, 1)).toISOString().slice(0, 7));
}
