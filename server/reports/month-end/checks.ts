import { sql } from 'kysely';
import type { z } from 'zod';
import { codeKey } from '#common/texts/keys.ts';
import { CHECK_CODES, MAX_CHECK_ITEMS, type MonthCheck, type MonthEndQuery } from '#contract/reports/month-end.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import type { Servers } from '#server/reports/kit/endpoints.ts';
import { ITEMS, type Item, LISTS } from './check-addresses.ts';
import { farmsAsked, type MonthFarm } from './farms.ts';
import { type Finding, findings } from './findings.ts';
import { lackingBlanks } from './lacking.ts';

interface Found extends Pick<Finding, 'code' | 'farm' | 'company'> {
  farm_name: string;
  count: number;
  kg: number | null;
  money: number | null;
  items: Item[];
}

/** The findings in a month of the farms, the worst first, each with the place of the correction. */
export async function checksOf(
  context: ClientContext,
  servers: Servers,
  { farm, month }: z.output<typeof MonthEndQuery>,
): Promise<MonthCheck[]> {
  const farms = await farmsAsked(context, farm);
  const [found, lacking] = await Promise.all([foundIn(context, farms, month), accountsLacking(context, servers, farms, month)]);
  const order = (check: MonthCheck) => CHECK_CODES.indexOf(check.code);
  return [...found, ...lacking].toSorted((a, b) => order(a) - order(b));
}

/** Blanks without the codes that the month's documents need: an item for each code. */
async function accountsLacking(
  context: ClientContext,
  servers: Servers,
  farms: readonly MonthFarm[],
  month: string,
): Promise<MonthCheck[]> {
  const lacking = await lackingBlanks(context, servers, new Map(farms.map(({ id }) => [id, [month]])));
  const t = await textsOf(context.language);
  return farms.flatMap(({ id, name }): MonthCheck[] => {
    const items = lacking
      .filter(({ farm }) => farm === id)
      .flatMap(({ blank, name: blankName, accounts }) =>
        accounts.map(({ account, names }) => ({
          id: blank,
          name: `${blankName} · ${t(codeKey('pages:blanks.codes', account))}${names.length > 0 ? ` (${names.join(', ')})` : ''}`,
          day: null,
          kg: null,
          money: null,
          address: `settings/blanks?open=${blank}`,
        })),
      );
    const [first] = items;
    if (!first) return [];
    const { address } = first;
    return [
      {
        code: 'no_account',
        farm: id,
        farm_name: name,
        count: items.length,
        kg: null,
        money: null,
        address,
        items: items.slice(0, MAX_CHECK_ITEMS),
      },
    ];
  });
}

async function foundIn(context: ClientContext, farms: readonly MonthFarm[], month: string): Promise<MonthCheck[]> {
  const { client } = context;
  const { rows } = await sql<Found>`
    with ${findings({ client, farms, from: month, to: month })}
    select t.code, t.farm, t.company, p.name as farm_name, count(*)::integer as count, sum(t.kg) as kg, sum(t.money) as money,
      json_agg(json_build_object('id', t.id, 'name', t.name, 'day', t.day, 'stock', t.stock, 'kg', t.kg, 'money', t.money)
        order by turn) filter (where turn <= ${MAX_CHECK_ITEMS}) as items
    from (
      select found.*, row_number() over (partition by code, farm order by money desc nulls last, day, name, id) as turn from found
    ) t join place p on p.id = t.farm
    group by t.code, t.farm, t.company, p.name
    order by array_position(${[...CHECK_CODES]}::text[], t.code), p.name, t.farm`.execute(context.services.database.reports(client));
  return rows.map(({ company, items, ...row }) => {
    const place = { farm: row.farm, company, month };
    const [first] = items;
    return {
      ...row,
      address: LISTS[row.code]?.(place) ?? (first ? ITEMS[row.code](place, first) : ''),
      items: items.map(({ stock, ...item }) => ({ ...item, address: ITEMS[row.code](place, { ...item, stock }) })),
    };
  });
}
