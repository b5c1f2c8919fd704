import { type AskAsOwner, asOwner, onDemonstration } from './demo.ts';
import { on } from './reports.ts';
import { type Figure, figure } from './statistics.ts';

const ROUNDS = 5;
const [YEARS, GROUPS, FEEDS] = [5, 12, 40];
const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);
/** A report tells three years at most. */
const TOLD = 3;
const ROWS = { month: TOLD * 12, group: TOLD * 12 * GROUPS, feed: TOLD * 12 * FEEDS };
/** Milliseconds that it may take. */
const LIMIT = 300;

/** P16: report `budget` of a farm that has five years of 40 feeds and 12 groups, fed once a week, three of them over HTTP, by each choice of rows. */
export const benchBudget = (): Promise<Figure[]> =>
  onDemonstration(async ({ url }) => {
    const first = new Date().getUTCFullYear() - YEARS;
    const years = await asOwner(url, (ask) => makeYears(ask, first));
    console.log('Filling five years of facts …');
    await feedYears(url, { ...years, first });
    // What is due is rolled up when a server starts.
    return asOwner(url, async (ask) => {
      const range = `farm=${years.farm}&planned_on_after=${first + YEARS - TOLD}-01-01&planned_on_before=${first + YEARS - 1}-12-31`;
      const took = { month: [] as number[], group: [] as number[], feed: [] as number[] };
      for (let round = -1; round < ROUNDS; round += 1) {
        for (const by of ['month', 'group', 'feed'] as const) {
          const begun = performance.now();
          const { rows } = await ask<{ rows: { budget: number; fact: number }[] }>(
            `/api/report/budget/?${range}&budget_rows=${by}&page_size=2000`,
          );
          // The first warms up.
          if (round >= 0) took[by].push(performance.now() - begun);
          if (rows.length !== ROWS[by] || rows.some(({ budget, fact }) => budget === 0 || fact === 0))
            throw new Error(`By ${by}: ${rows.length} rows with budget and fact, not ${ROWS[by]}`);
        }
      }
      return (['month', 'group', 'feed'] as const).map((by) => {
        const work = `budget and fact by ${by}: three of five years of ${FEEDS} feeds × ${GROUPS} groups, fed once a week`;
        return figure(
          'P16',
          work,
          'ms',
          took[by],
          took[by].map(() => LIMIT),
          '≤ 1',
        );
      });
    });
  }, 'tiny');

/** A farm of twelve groups and forty feeds, with an approved budget of each group and feed in each month of five years. */
async function makeYears(ask: AskAsOwner, first: number): Promise<Omit<Fed, 'first'>> {
  const make = async (path: string, body: object) => (await ask<{ id: number }>(`/api/manager/${path}/`, { method: 'POST', body })).id;
  const [{ company } = { company: 0 }] = await ask<{ company: number }[]>('/api/manager/farms/dashboard/');
  const farm = await make('farms', { company, name: 'Five years' });
  const stock = await make('stocks', { company, farm, name: 'Five years', type: 'warehouse' });
  const one = async (path: string) => (await ask<{ id: number }[]>(`/api/manager/${path}/`))[0]?.id ?? 0;
  const [animal_type, type, mixer] = [await one('animaltypes'), await one('ingtedienttypes'), await one('mixers')];
  const [groups, feeds]: [number[], number[]] = [[], []];
  for (let at = 0; at < GROUPS; at += 1) groups.push(await make('groups', { farm, name: `Pen ${at}`, animal_type, animal_count: 50 }));
  for (let at = 0; at < FEEDS; at += 1)
    feeds.push(await make('ingredients', { farm, stock, type, name: `Feed ${at}`, dry_matter: 40, price: 2 }));
  const items = feeds.map((ingredient) => ({ ingredient, percent: 100 / FEEDS }));
  const ration = await make('rations', { farm, name: 'All feeds', items });
  for (let year = first; year < first + YEARS; year += 1) {
    const lines = MONTHS.flatMap((month) =>
      groups.flatMap((group) => feeds.map((ingredient) => ({ group, ingredient, month, heads: 50, kg_per_head_day: 0.9, price: 2.1 }))),
    );
    await make(`budgets/${await make('budgets', { farm, year, lines })}/approve`, {});
  }
  return { farm, ration, mixer, groups, feeds };
}

interface Fed {
  farm: number;
  ration: number;
  mixer: number;
  groups: number[];
  feeds: number[];
  first: number;
}

/** Writes a feeding of all feeds to all groups, one a week, as it was recorded, a year a transaction. */
async function feedYears(url: string, { farm, ration, mixer, groups, feeds, first }: Fed): Promise<void> {
  const days = "d::date as day from generate_series($1::date, $2::date, interval '7 days') d";
  const perGroup = FEEDS * 50;
  await on(url, async (client) => {
    const { rows } = await client.query<{ client: string }>('select client_id as client from farm where id = $1', [farm]);
    const of = Number(rows[0]?.client);
    for (let year = first; year < first + YEARS; year += 1) {
      const range = [`${year}-01-01`, `${year}-12-31`];
      await client.query(`select ensure_month(m::date) from generate_series($1::date, $2::date, interval '1 month') m`, range);
      await client.query('begin');
      await client.query(
        `insert into schedule (client_id, farm_id, planned_on, position, ration_id, mixer_id, status, weight_plan, weight_fact)
         select ${of}, ${farm}, day, 1, ${ration}, ${mixer}, 'uploaded', ${perGroup * GROUPS}, ${perGroup * GROUPS} from (select ${days}) x`,
        range,
      );
      const made = `from schedule s cross join unnest($1::bigint[]) with ordinality u (id, n) where s.farm_id = ${farm} and s.planned_on between $2 and $3`;
      await client.query(
        `insert into schedule_ingredient (client_id, schedule_id, ingredient_id, planned_on, farm_id, ration_id, mixer_id, position, percent, weight_plan,
           weight_fact, price, dry_matter, counted)
         select ${of}, s.id, u.id, s.planned_on, ${farm}, ${ration}, ${mixer}, u.n, ${100 / FEEDS}, ${50 * GROUPS}, ${50 * GROUPS}, 2 + u.n / 100.0, 40, true ${made}`,
        [feeds, ...range],
      );
      await client.query(
        `insert into schedule_group (client_id, schedule_id, group_id, planned_on, farm_id, ration_id, mixer_id, position, heads, weight_per_head, weight_plan,
           weight_fact, counted)
         select ${of}, s.id, u.id, s.planned_on, ${farm}, ${ration}, ${mixer}, u.n, 50, ${FEEDS}, ${perGroup}, ${perGroup}, true ${made}`,
        [groups, ...range],
      );
      await client.query('commit');
    }
  });
}
