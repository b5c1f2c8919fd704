import { on } from './reports.ts';

const KG = 50;

/** A farm whose ration of `feeds`, in equal shares, is fed to `groups` of fifty animals. */
export interface Fed {
  farm: number;
  ration: number;
  mixer: number;
  groups: number[];
  feeds: number[];
}

/** Writes recorded feedings of all feeds to all groups, a kilogram of each per head, every `step` days, one year per transaction. */
export async function feedDays(url: string, fed: Fed, after: string, before: string, step: number): Promise<void> {
  const { farm, ration, mixer, groups, feeds } = fed;
  const days = `d::date as day from generate_series($1::date, $2::date, interval '${step} days') d`;
  const perGroup = feeds.length * KG;
  await on(url, async (client) => {
    const { rows } = await client.query<{ client: string }>('select client_id as client from farm where id = $1', [farm]);
    const of = Number(rows[0]?.client);
    for (const range of splitYears(after, before)) {
      await client.query(`select ensure_month(m::date) from generate_series($1::date, $2::date, interval '1 month') m`, range);
      await client.query(`select ensure_month($1::date)`, [range[1]]);
      await client.query('begin');
      await client.query(
        `insert into schedule (client_id, farm_id, planned_on, position, ration_id, mixer_id, status, weight_plan, weight_fact)
         select ${of}, ${farm}, day, 1, ${ration}, ${mixer}, 'uploaded', ${perGroup * groups.length}, ${perGroup * groups.length} from (select ${days}) x`,
        range,
      );
      const made = `from schedule s cross join unnest($1::bigint[]) with ordinality u (id, n) where s.farm_id = ${farm} and s.planned_on between $2 and $3`;
      const weight = KG * groups.length;
      await client.query(
        `insert into schedule_ingredient (client_id, schedule_id, ingredient_id, planned_on, farm_id, ration_id, mixer_id, position, percent, weight_plan,
           weight_fact, price, dry_matter, counted)
         select ${of}, s.id, u.id, s.planned_on, ${farm}, ${ration}, ${mixer}, u.n, ${100 / feeds.length}, ${weight}, ${weight}, 2 + u.n / 100.0, 40, true ${made}`,
        [feeds, ...range],
      );
      await client.query(
        `insert into schedule_group (client_id, schedule_id, group_id, planned_on, farm_id, ration_id, mixer_id, position, heads, weight_per_head, weight_plan,
           weight_fact, counted)
         select ${of}, s.id, u.id, s.planned_on, ${farm}, ${ration}, ${mixer}, u.n, 50, ${feeds.length}, ${perGroup}, ${perGroup}, true ${made}`,
        [groups, ...range],
      );
      await client.query('commit');
    }
  });
}

/** The parts of the years between two days. */
function splitYears(after: string, before: string): [string, string][] {
  const [first, last] = [Number(after.slice(0, 4)), Number(before.slice(0, 4))];
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const year = first + at;
    return [year === first ? after : `${year}-01-01`, year === last ? before : `${year}-12-31`];
  });
}
