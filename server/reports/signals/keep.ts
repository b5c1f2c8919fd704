import { sql } from 'kysely';
import type { SignalRule, SignalSubject } from '#contract/reports/signal-words.ts';
import type { Db } from '#server/db/database.ts';
import { notify } from '#server/platform/runtime/events.ts';

/** A deviation as it was found: of a signal that there is (`id`), or a new one. */
export interface Found {
  id: number | null;
  farm: number;
  rule: SignalRule;
  subject_kind: SignalSubject;
  subject: number;
  /** null if the subject's current name applies; names of people are never stored. */
  name: string | null;
  ingredient: number;
  value: number | null;
  bound: number | null;
  target: number | null;
  kg: number | null;
  money: number | null;
  since: string;
  last: string;
  over: boolean;
}

/** A present fault: one signal while it lasts. */
export type SeenFault = Pick<Found, 'farm' | 'rule' | 'subject_kind' | 'subject' | 'name' | 'value' | 'bound' | 'kg' | 'money'> & {
  since: string | null;
  last: string | null;
};

/** A stored signal. */
export interface Kept extends Pick<Found, 'farm' | 'rule' | 'subject' | 'ingredient' | 'since' | 'last' | 'over' | 'value' | 'target'> {
  id: number;
}
export const KEPT = sql.raw(`
  s.id, s.farm_id as farm, s.rule, s.subject_id as subject, s.ingredient_id as ingredient, s.since, s.last_seen as last, s.over, s.value, s.target`);

const ROWS = `x (place integer, id bigint, farm bigint, rule text, subject_kind text, subject bigint, name text, ingredient bigint, value numeric, bound numeric, target numeric,
  kg numeric, money numeric, since date, last date, over boolean)`;
const MEASURED =
  'round(x.value, 4) as value, round(x.bound, 4) as bound, round(x.target, 4) as target, round(x.kg, 3) as kg, round(x.money, 5) as money';
const nameSql = (table: string) => `(select n.name from ${table} n where n.client_id = c.client and n.id = x.subject)`;
/** The name of a signal's subject. Names of people are read when the signal is shown, so that erased people stay erased. */
const NAME =
  sql.raw(`coalesce(x.name, case x.subject_kind when 'group' then ${nameSql('animal_group')} when 'ingredient' then ${nameSql('ingredient')}
  when 'mixer' then ${nameSql('mixer')} when 'farm' then ${nameSql('farm')} end, '')`);

/**
 * Writes the found signals, ends the signals with the numbers in `ended`, and notifies open screens. A signal keeps its state and its
 * version, so that a save never conflicts because a deviation continues.
 */
export async function keep(db: Db, client: number, found: readonly Found[], ended: readonly number[], now: string): Promise<void> {
  const over = [...ended, ...found.flatMap((one) => (one.id !== null && one.over ? [one.id] : []))];
  // Ended signals are written first: a series has at most one open signal.
  const { rows: gone } = await sql<{ id: number }>`
    update signal s set over = true where s.client_id = ${client} and s.id = any(${over}::bigint[]) and not s.over returning s.id`.execute(
    db,
  );
  const changed = [...gone, ...(await goOn(db, client, found)), ...(await beginSignals(db, client, found, now))];
  if (changed.length > 0) await notify(db, client, 'signals', [...new Set(changed.map(({ id }) => id))]);
}

/** Updates the existing signals with their current sums. */
async function goOn(db: Db, client: number, found: readonly Found[]): Promise<{ id: number }[]> {
  const known = found.filter(({ id }) => id !== null);
  if (known.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    with x as (
      select x.id, x.since, x.last, x.over, ${sql.raw(MEASURED)} from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as ${sql.raw(ROWS)}
    )
    update signal s set value = x.value, bound = x.bound, target = x.target, kg = x.kg, money = x.money, since = least(s.since, x.since),
      last_seen = greatest(s.last_seen, x.last), over = x.over
    from x where s.client_id = ${client} and s.id = x.id
      and (s.value, s.bound, s.target, s.kg, s.money, s.since, s.last_seen, s.over) is distinct from
        (x.value, x.bound, x.target, x.kg, x.money, least(s.since, x.since), greatest(s.last_seen, x.last), x.over)
    returning s.id`.execute(db);
  return rows;
}

async function beginSignals(db: Db, client: number, found: readonly Found[], now: string): Promise<{ id: number }[]> {
  const fresh = found.filter(({ id }) => id === null).map((one, place) => ({ ...one, place }));
  if (fresh.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    with c as (select ${client}::bigint as client), x as (
      select x.place, x.farm, x.rule, x.subject_kind, x.subject, x.ingredient, x.since, x.last, x.over, ${sql.raw(MEASURED)},
        ${NAME} as name, (select n.name from ingredient n where n.client_id = c.client and n.id = nullif(x.ingredient, 0)) as ingredient_name
      from c cross join jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as ${sql.raw(ROWS)}
    )
    insert into signal (client_id, farm_id, rule, subject_kind, subject_id, subject_name, ingredient_id, ingredient_name, value, bound, target, kg, money,
      since, last_seen, over, found_at)
    select ${client}, x.farm, x.rule, x.subject_kind, x.subject, x.name, x.ingredient, x.ingredient_name, x.value, x.bound, x.target, x.kg, x.money,
      x.since, x.last, x.over, ${now}::timestamptz
    from x order by x.place returning id`.execute(db);
  return rows;
}
