import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportData } from '../../contract/reports/shape.ts';
import { addDays } from '../core/days.ts';
import { expectFigures, tilesOf } from './test-compare.ts';
import { dice } from './test-facts.ts';
import { exact, type Fraction, grouped, HUNDRED, minus, number, over, times, total, whole, ZERO } from './test-recompute.ts';
import { type RawMove, readLedger, throwMoves } from './test-stock.ts';
import { type DiceWorld, FROM, range, reportOf, startDiceWorld, TO } from './test-world.ts';

let world: DiceWorld;
let ledger: RawMove[];
let rests: Map<number, Fraction>;

beforeAll(async () => {
  world = await startDiceWorld();
  const db = world.api.database.acrossClients();
  const days = Array.from({ length: 40 }, (_, n) => addDays('2026-09-25', n));
  await throwMoves(db, world.client, world.kyiv, [world.newYork.id], days, dice(7));
  // One is all but gone: what is left lasts some days.
  await db
    .updateTable('ingredient')
    .set({ rest: 900 })
    .where('client_id', '=', world.client.id)
    .where('id', '=', world.kyiv.ingredients[3]!)
    .execute();
  ledger = await readLedger(db, world.client.id);
  const kept = await db.selectFrom('ingredient').select(['id', 'rest']).where('client_id', '=', world.client.id).execute();
  rests = new Map(kept.map(({ id, rest }) => [id, exact(String(rest))]));
}, 60_000);
afterAll(() => world.api.close());
const report = (path: string) => reportOf(world.client.owner, path);

const isUse = (move: RawMove) => {
  const { kind } = move.reverses_id === null ? move : ledger.find(({ id }) => id === move.reverses_id)!;
  return ['load', 'sale', 'craft_out'].includes(kind);
};
const sumOf = (moves: RawMove[], key: 'kg' | 'value') => minus(ZERO, total(moves.map((move) => exact(move[key]))));

interface Lasting {
  figures: Record<string, number | null>;
  days: number | null;
}
/** `end`: the last whole day. */
function lastingOf(ingredients: readonly number[], end: string, to: string): Lasting {
  const own = ledger.filter(({ ingredient_id }) => ingredients.includes(ingredient_id));
  const used = own.filter(isUse);
  const last = (days: number) => used.filter(({ day }) => day > addDays(end, -days) && day <= end);
  const kg = (days: number) => sumOf(last(days), 'kg');
  const rest = total(
    ingredients.map((id) => rests.get(id)!).concat(own.filter(({ day }) => day > to).map((move) => minus(ZERO, exact(move.kg)))),
  );
  const mean = (days: number) => over(kg(days), whole(days))!;
  const left = kg(7).n > 0n ? over(rest.n > 0n ? rest : ZERO, mean(7)) : null;
  return {
    figures: {
      ...Object.fromEntries(
        [1, 7, 14, 30].flatMap((days) => [
          [`used_${days}`, number(kg(days))],
          [`mean_${days}`, number(mean(days))],
        ]),
      ),
      trend: number(over(times(HUNDRED, minus(mean(7), mean(30))), mean(30))),
      cost_per_day: number(over(sumOf(last(7), 'value'), whole(7))),
      rest: number(rest),
    },
    days: number(left),
  };
}

function compare(data: ReportData, ingredients: readonly number[], at: { from: string; to: string; end: string }) {
  const known = ingredients.filter((id) => {
    const { used_30, rest } = lastingOf([id], at.end, at.to).figures;
    return used_30 !== 0 || rest !== 0;
  });
  expect(data.rows.map(({ ingredient_id }) => Number(ingredient_id)).sort()).toEqual([...known].sort());
  let soon = 0;
  for (const row of data.rows) {
    const { figures, days } = lastingOf([Number(row.ingredient_id)], at.end, at.to);
    expectFigures(row, { ...figures, days_left: days }, String(row.ingredient));
    expect(row.run_out_on).toBe(days === null ? null : addDays(at.to, Math.min(Math.floor(days), 3650)));
    if (days !== null && days < 7) soon += 1;
  }
  const { figures } = lastingOf(ingredients, at.end, at.to);
  expectFigures(data.totals, figures, 'total');
  expectFigures(tilesOf(data, 'value'), { ...figures, running_out: soon }, 'tile');
  const days = grouped(
    ledger.filter((move) => isUse(move) && ingredients.includes(move.ingredient_id) && move.day >= at.from && move.day <= at.to),
    ({ day }) => day,
  );
  expect(data.series[0]!.rows.map(({ day }) => day)).toEqual([...days.keys()].sort());
  for (const row of data.series[0]!.rows) expectFigures(row, { used: number(sumOf(days.get(String(row.day))!, 'kg')) }, String(row.day));
}

describe('consumption equals an independent recomputation of the ledger', () => {
  it('of a farm, of all, of an ingredient', async () => {
    const { kyiv, newYork } = world;
    const at = { from: FROM, to: TO, end: TO };
    const data = await report(`consumption/make/?${range}&farm=${kyiv.id}`);
    compare(data, kyiv.ingredients, at);
    expect(data.tiles.find(({ key }) => key === 'running_out')!.value).toBeGreaterThan(0);
    compare(await report(`consumption/make/?${range}`), [...kyiv.ingredients, ...newYork.ingredients], at);
    compare(await report(`consumption/make/?${range}&ingredient=${kyiv.ingredients[2]}`), [kyiv.ingredients[2]!], at);
  });

  it('the figures before are those of the range before', async () => {
    const data = await report(`consumption/make/?${range}&farm=${world.kyiv.id}`);
    const { figures } = lastingOf(world.kyiv.ingredients, '2026-10-17', '2026-10-17');
    expectFigures(tilesOf(data, 'previous'), figures, 'tile before');
  });

  it('a day that isn’t over lowers no mean', async () => {
    world.api.setNow(`${TO}T12:00:00Z`);
    const yesterday = addDays(TO, -1);
    const data = await report(`consumption/make/?${range}&farm=${world.kyiv.id}`);
    compare(data, world.kyiv.ingredients, { from: FROM, to: TO, end: yesterday });
    world.api.setNow('2026-11-10T12:00:00Z');
  });

  it('days lead to less than they hold: what is used up first stands first', async () => {
    const { series } = await report(`consumption/make/?${range}`);
    const days = series[1]!.rows.map(({ days_left }) => Number(days_left));
    expect(days.length).toBeGreaterThan(3);
    expect(days).toEqual(days.toSorted((a, b) => a - b));
  });
});
