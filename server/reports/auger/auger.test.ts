import { describe, expect } from 'vitest';
import { augerCoefficient, augerRotations } from '#contract/reports/auger.ts';
import { expectBefore, expectFigures, only, tilesOf } from '#tests/support/reports/compare.ts';
import {
  exact,
  type Fraction,
  grouped,
  HUNDRED,
  minus,
  number,
  over,
  times,
  total,
  type Wanted,
  weighingsOf,
  whole,
} from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { before, type DiceWorld, FILTERS, narrowed, range, reportOf } from '#tests/support/reports/world.ts';

interface Turned {
  id: number;
  day: string;
  mixer: number;
  ration: number;
  fact: Fraction;
  rotations: Fraction;
  /** Null where the mixer has no norm. */
  due: Fraction | null;
}

/** The first mixer of each farm has a norm of 9.5 turns a tonne, the other none; both a coefficient of 1.1. */
const NORM = exact('9.5');
const COEFFICIENT = exact('1.1');

const computeTurned = (world: DiceWorld, wanted: Wanted): Turned[] => {
  const loads = grouped(
    weighingsOf(world.raw, wanted).filter(({ fact, schedule }) => fact !== null && schedule.rotations !== null),
    ({ schedule }) => schedule.id,
  );
  const judged = new Set([world.kyiv.mixers[0], world.newYork.mixers[0]]);
  return [...loads.values()].map((items) => {
    const { schedule } = items[0]!;
    const fact = total(items.map((item) => item.fact!));
    return {
      id: schedule.id,
      day: schedule.planned_on,
      mixer: schedule.mixer_id,
      ration: schedule.ration_id,
      fact,
      rotations: exact(schedule.rotations!),
      due: judged.has(schedule.mixer_id) ? over(times(NORM, fact), whole(1000)) : null,
    };
  });
};

function figures(turned: Turned[]) {
  const judged = turned.filter(({ due }) => due !== null);
  const due = judged.length > 0 ? total(judged.map((load) => load.due!)) : null;
  const turns = total(judged.map(({ rotations }) => rotations));
  const fact = total(turned.map((load) => load.fact));
  return {
    fact: number(fact),
    rotations: number(total(turned.map(({ rotations }) => rotations))),
    rotations_per_tonne: number(over(times(total(turned.map(({ rotations }) => rotations)), whole(1000)), fact)),
    auger_off: due && number(over(times(HUNDRED, minus(turns, due)), due)),
    coefficient: due && number(times(over(turns, due)!, COEFFICIENT)),
    coefficient_norm: due && number(COEFFICIENT),
  };
}

const isIn = (turned: Turned[]) => {
  const off = figures(turned).auger_off;
  return off === null ? null : Math.abs(off) <= 5;
};

describe.each([
  ['auger_rotations', augerRotations, (load: Turned) => `${load.id}`, 'ration'],
  ['auger_coefficient', augerCoefficient, (load: Turned) => `${load.day} ${load.mixer}`, 'mixer'],
] as const)('%s equals an independent recomputation', (id, { tiles }, keyOf, part) => {
  test.for(FILTERS.filter((name) => name !== 'a period and statuses'))('%s', async (name, { world }) => {
    const { query, wanted } = narrowed(world, name);
    const data = await reportOf(world.client.owner, `${id}/make/?${range}${query}`);
    const turned = computeTurned(world, wanted);
    const rows = grouped(turned, keyOf);
    expect(rows.size).toBeGreaterThan(4);
    const keyOfRow = (row: (typeof data.rows)[number]) => (part === 'ration' ? `${row.id}` : `${row.day} ${row.mixer_id}`);
    expect(data.rows.map(keyOfRow).sort()).toEqual([...rows.keys()].sort());
    for (const row of data.rows) {
      const own = rows.get(keyOfRow(row))!;
      expectFigures(row, { ...figures(own), loads: own.length }, keyOfRow(row));
      expect(row.in_range).toBe(isIn(own));
      expect(row.beyond).toBe(isIn(own) === null ? null : !isIn(own));
      expect(row.auger_norm).toBe(isIn(own) === null ? null : 9.5);
    }
    const judgedRows = (loads: Turned[]) => [...grouped(loads, keyOf).values()].map(isIn).filter((within) => within !== null);
    const shareInRange = (loads: Turned[]) => {
      const judged = judgedRows(loads);
      return judged.length > 0 ? (100 * judged.filter(Boolean).length) / judged.length : null;
    };
    const judged = judgedRows(turned);
    expect(data.totals.in_range).toBe(judged.length > 0 ? `${judged.filter(Boolean).length} / ${judged.length}` : null);
    const expected = { ...figures(turned), in_range_share: shareInRange(turned) };
    expectFigures(data.totals, expected, 'total');
    expectFigures(tilesOf(data, 'value'), only(expected, tiles), 'tile');
    const earlier = computeTurned(world, { ...wanted, ...before });
    expectBefore(data, only({ ...figures(earlier), in_range_share: shareInRange(earlier) }, tiles));
    const [byDay, byPart] = data.series;
    const drawn = (loads: Turned[]) => only(figures(loads), ['rotations_per_tonne', 'coefficient']);
    const days = grouped(turned, ({ day }) => day);
    expect(byDay!.rows.map(({ day }) => day)).toEqual([...days.keys()].sort());
    for (const row of byDay!.rows) expectFigures(row, drawn(days.get(String(row.day))!), String(row.day));
    const parts = grouped(turned, (load) => load[part]);
    expect(byPart!.rows).toHaveLength(parts.size);
    for (const row of byPart!.rows) expectFigures(row, drawn(parts.get(String(row[`${part}_id`]))!), String(row[part]));
  });
});
