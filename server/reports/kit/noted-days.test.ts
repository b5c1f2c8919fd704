import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { MAX_NOTE_ITEMS } from '#contract/reports/shape.ts';
import { rollUpDueDays } from '#server/reports/kit/day-roll-ups.ts';
import { followMoves } from '#tests/support/insert-moves.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, range, reportOf } from '#tests/support/reports/world.ts';

/** Kyiv's 25th of October, New York's 24th: days that are over, that go on and that are to come. */
const NOW = '2026-10-25T03:30:00Z';
const QUERIES = ['', '&price_basis=average', '&price_basis=today'];

let world: DiceWorld;
test.beforeAll(async ({ world: thrown }) => {
  world = thrown;
  world.api.setNow(NOW);
  // A leftover of no day: before it the group was given nothing.
  const group = await sql<{ id: number; farm_id: number }>`
    select g.id, g.farm_id from animal_group g where g.farm_id = ${world.kyiv.id} order by id limit 1`.execute(db());
  const { id, farm_id } = group.rows[0]!;
  await sql`insert into leftover (client_id, farm_id, group_id, date, weight) values (${world.client.id}, ${farm_id}, ${id}, '2026-10-19', 7.5)
    on conflict do nothing`.execute(db());
  await sql`update schedule_group set weight_fact = 0 where group_id = ${id} and planned_on < '2026-10-19'`.execute(db());
});

const db = () => world.api.database.forClient(world.client.id);
const rollUp = () => rollUpDueDays(world.api.services);
/** Makes all days stale, so that notes are computed from facts. */
const makeAllDue = () =>
  sql`insert into feeding_day_due (client_id, farm_id, day)
    select client_id, farm_id, planned_on from schedule union select client_id, farm_id, date from leftover`.execute(db());
const readNotes = async (queries: readonly string[] = ['']) =>
  Promise.all(queries.map(async (query) => (await reportOf(world.client.owner, `planfeed/?${range}${query}`)).notes));

const changeOne = (set: string, where: string) =>
  sql`update schedule set ${sql.raw(set)} where id = (select min(id) from schedule where ${sql.raw(where)}
    and planned_on between '2026-10-19' and '2026-10-23' and not deleted)`.execute(db());

/** Takes a kilogram of each of Kyiv's feeds. */
async function takeAll(day: string, price: number): Promise<void> {
  const { rows } = await sql<{
    id: number;
  }>`insert into ledger (client_id, farm_id, stock_id, ingredient_id, kind, kg, price, value, day, at)
    select client_id, farm_id, stock_id, id, 'craft_out', -1, ${price}::numeric, -${price}::numeric, ${day}::date, ${`${day}T21:00:00Z`}::timestamptz
    from ingredient where farm_id = ${world.kyiv.id} returning id`.execute(db());
  await followMoves(
    db(),
    rows.map(({ id }) => id),
  );
}

describe('notes on stored days equal those computed from facts', () => {
  test('equal to the last digit, for whole ranges and for some days', async () => {
    await makeAllDue();
    const notes = await readNotes(QUERIES);
    expect(notes[0]!.map(({ code }) => code)).toEqual(expect.arrayContaining(['ignored', 'incomplete', 'leftover_without_day']));
    await rollUp();
    expect(await readNotes(QUERIES)).toEqual(notes);
    await sql`insert into feeding_day_due (client_id, farm_id, day) values (${world.client.id}, ${world.kyiv.id}, '2026-10-22')`.execute(
      db(),
    );
    expect(await readNotes(QUERIES)).toEqual(notes);
  });

  test('stored values are the ones that are read', async () => {
    await rollUp();
    const countIgnored = (notes: Awaited<ReturnType<typeof readNotes>>) => notes[0]!.find(({ code }) => code === 'ignored')!.count;
    const before = countIgnored(await readNotes());
    await sql`update noted_day set count = count + 100
      where code = 'ignored' and ingredient_id is null and day between '2026-10-18' and '2026-10-22'`.execute(db());
    expect(countIgnored(await readNotes())).toBeGreaterThanOrEqual(before + 100);
    await makeAllDue();
    await rollUp();
    expect(countIgnored(await readNotes())).toBe(before);
  });

  test.for([
    ['a feeding is to be left out', () => changeOne('ignore_in_reports = true', "status = 'uploaded' and not ignore_in_reports")],
    ['one is to count again', () => changeOne('ignore_in_reports = false', 'ignore_in_reports')],
    ['one is ended', () => changeOne("status = 'uploaded'", "status <> 'uploaded'")],
    ['a weighing waits to be confirmed', () => changeOne('implausible = true', "status = 'uploaded' and not implausible")],
    ['one is taken away', () => changeOne('deleted = true', "status <> 'uploaded'")],
    [
      'what is planned of a feed changes',
      () =>
        sql`update schedule_ingredient set weight_plan = weight_plan + 1.125 where planned_on between '2026-10-18' and '2026-10-23'
          and schedule_id in (select id from schedule where status <> 'uploaded' and not deleted)`.execute(db()),
    ],
    ['what a leftover weighed changes', () => sql`update leftover set weight = weight + 1 where date = '2026-10-19'`.execute(db())],
    ['a feed was taken at another price before what was never loaded of it', () => takeAll('2026-10-18', 987.5)],
    [
      'what the group had before is recorded',
      () => sql`update schedule_group set weight_fact = 100, counted = true where planned_on = '2026-10-18'`.execute(db()),
    ],
  ] as const)('at once when %s', async ([, change]) => {
    await rollUp();
    const before = await readNotes();
    await change();
    const notes = await readNotes();
    expect(notes).not.toEqual(before);
    await rollUp();
    expect(await readNotes()).toEqual(notes);
    await makeAllDue();
    expect(await readNotes()).toEqual(notes);
  });

  test('at once when a feed was taken long before the range, and not again since', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into ingredient (client_id, farm_id, stock_id, type_id, name, price)
      select client_id, farm_id, stock_id, type_id, 'Never taken since', price from ingredient where farm_id = ${world.kyiv.id} limit 1 returning id`.execute(
      db(),
    );
    const [{ id } = { id: 0 }] = rows;
    const changed = await sql`
      update schedule_ingredient set ingredient_id = ${id} where price is null and farm_id = ${world.kyiv.id} and (schedule_id, position) = (
        select i.schedule_id, i.position from schedule_ingredient i join schedule s on s.id = i.schedule_id
        where i.price is null and i.farm_id = ${world.kyiv.id} and i.planned_on between '2026-10-19' and '2026-10-22' and i.weight_plan > 0
          and s.status <> 'uploaded' and not s.deleted and not s.ignore_in_reports limit 1)`.execute(db());
    expect(changed.numAffectedRows).toBe(1n);
    await takeAll('2026-08-01', 321.5);
    await rollUp();
    const before = await readNotes();
    await takeAll('2026-09-01', 654.5);
    const notes = await readNotes();
    expect(notes).not.toEqual(before);
    await rollUp();
    expect(await readNotes()).toEqual(notes);
    await makeAllDue();
    expect(await readNotes()).toEqual(notes);
  });

  test('lists only the latest notes if there are too many, and the largest of a day', async () => {
    await sql`update schedule set ignore_in_reports = true where planned_on between '2026-10-12' and '2026-10-23' and not deleted`.execute(
      db(),
    );
    await makeAllDue();
    const live = await readNotes();
    const { count, items } = live[0]!.find(({ code }) => code === 'ignored')!;
    expect(count).toBeGreaterThan(items.length);
    expect(items).toHaveLength(MAX_NOTE_ITEMS);
    const ranked = items.toSorted((a, b) => b.day!.localeCompare(a.day!) || Number(b.value) - Number(a.value));
    expect(items.map(({ id }) => id)).toEqual(ranked.map(({ id }) => id));
    await rollUp();
    expect(await readNotes()).toEqual(live);
  });
});
