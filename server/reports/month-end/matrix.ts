import { sql } from 'kysely';
import { monthNumbers } from '#common/files/forms/month-numbers.ts';
import { MATRIX_MONTHS, type MonthEndFarm } from '#contract/reports/month-end.ts';
import type { ClientContext } from '#server/platform/context.ts';
import type { Servers } from '#server/reports/kit/endpoints.ts';
import { closingsOf } from './closings.ts';
import { farmsAsked, type MonthFarm } from './farms.ts';
import { findings } from './findings.ts';
import { lackingBlanks } from './lacking.ts';

type State = MonthEndFarm['months'][number]['state'];

/** The state of the farms' last months, newest first. */
export async function matrixOf(context: ClientContext, servers: Servers, requested: readonly number[]): Promise<MonthEndFarm[]> {
  const farms = await farmsAsked(context, requested);
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
  const computeState = (farm: MonthFarm, month: string): State => {
    // A month before the first of the books has no closing of its own, and is shown as empty.
    if (closings.get(farm.id)?.some((one) => one.closed && one.month === month)) return 'closed';
    if (month >= farm.today.slice(0, 7)) return 'running';
    const { findings: count = 0, begins = null } = found.get(`${farm.id} ${month}`) ?? {};
    if (begins === null || month < begins) return 'empty';
    return count > 0 ? 'findings' : 'ready';
  };
  const toClose = new Map(
    farms.map((farm) => [farm.id, months.filter((month) => ['findings', 'ready'].includes(computeState(farm, month)))] as const),
  );
  const lacking = new Set((await lackingBlanks(context, servers, toClose)).map(({ farm, month }) => `${farm} ${month}`));
  return farms.map((farm) => {
    const { id, name } = farm;
    const own = closings.get(id) ?? [];
    const { draftNumberOf } = monthNumbers(own, rows.find((row) => row.farm === id)?.begins);
    return {
      farm: id,
      farm_name: name,
      months: months.map((month) => {
        const closing = own.find((one) => one.closed && one.month === month);
        const key = `${id} ${month}`;
        const state = computeState(farm, month);
        return {
          month,
          state: state === 'ready' && lacking.has(key) ? 'findings' : state,
          findings: (found.get(key)?.findings ?? 0) + (lacking.has(key) ? 1 : 0),
          number: closing ? `${closing.number}/${closing.version}` : draftNumberOf(month),
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
