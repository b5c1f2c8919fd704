import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { packsOn } from '#common/packs/packs.ts';
import type { Caller, TestApi } from '#tests/support/api.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { make } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

const test = base.override({ now: '2026-06-29T09:00:00Z' });
const day = fc.integer({ min: 1, max: 28 }).map((number) => `2026-06-${String(number).padStart(2, '0')}`);
const grams = fc.integer({ min: 1, max: 300_000 }).map((pairs) => pairs / 500);
const halves = fc.integer({ min: 1, max: 40 }).map((number) => number / 2);
const whole = fc.integer({ min: 1, max: 30 });
const action = fc.oneof(
  fc.record({ do: fc.constant('weigh' as const), day, kg: grams }),
  fc.record({ do: fc.constant('sample' as const), day, packs: whole, kg: fc.integer({ min: 100_000, max: 9_000_000 }) }),
  fc.record({ do: fc.constant('deliver' as const), day, packs: whole }),
  fc.record({ do: fc.constant('harvest' as const), day, packs: whole }),
  fc.record({ do: fc.constant('paper' as const), day, packs: whole }),
  fc.record({ do: fc.constant('count' as const), day, packs: halves }),
  fc.record({ do: fc.constant('load' as const), packs: halves }),
  fc.record({ do: fc.constant('correct' as const), packs: halves }),
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;
interface Entry {
  packs: number;
  pack_kg: number;
  kg: number;
}

/** Carries out an action. Returns the entry that it made, with the weight that its packs must have. */
async function act(farm: ReadyFarm, one: Action, weights: Map<string, number>): Promise<Entry | undefined> {
  const { owner } = farm.client;
  if (one.do === 'weigh' || one.do === 'sample') {
    if (weights.has(one.day)) return undefined;
    const given = one.do === 'weigh' ? { kg: one.kg } : { weighed_packs: one.packs, weighed_kg: one.kg / 1000 };
    weights.set(one.day, Number((await make(owner, 'manager/packs/', { ingredient: farm.hay, name: 'Bale', from: one.day, ...given })).kg));
    return undefined;
  }
  const [pack] = packsOn(
    [...weights].map(([from, kg]) => ({ name: 'Bale', from, kg })),
    one.do === 'load' || one.do === 'correct' ? '2026-06-29' : one.day,
  );
  const expected = { packs: one.packs, pack_kg: pack?.kg };
  const { value, kg, weight, weight_fact, ...packed } = await enter(farm, owner, one);
  expect(packed, one.do).toMatchObject(expected);
  return { packs: one.packs, pack_kg: packed.pack_kg, kg: kg ?? weight ?? weight_fact ?? value };
}

async function enter(farm: ReadyFarm, owner: Caller, one: Exclude<Action, { do: 'weigh' | 'sample' }>) {
  const { packs } = one;
  if (one.do === 'deliver') {
    const body = { farm: farm.farm, delivery_type: 'delivery', ingredient: farm.hay, price: 1, delivered_at: `${one.day}T09:00:00Z` };
    return (await owner.post('manager/deliveries/', { ...body, packs })).data;
  }
  if (one.do === 'harvest') {
    const body = { farm: farm.farm, ingredient: farm.hay, at: `${one.day}T09:00:00Z`, cost: 10 };
    return (await owner.post('manager/harvests/', { ...body, packs })).data;
  }
  if (one.do === 'paper') {
    const lines = [{ ingredient: farm.hay, packs, price_given: 500, price_per: 'sum' }];
    const body = { farm: farm.farm, delivered_at: `${one.day}T09:00:00Z`, lines };
    return (await owner.post('manager/deliveries/documents/', body)).data.lines[0];
  }
  if (one.do === 'count') {
    const counts = [{ ingredient: farm.hay, packs }];
    const sheet = await owner.post(`manager/stocks/${farm.stock}/count-sheet/`, { counted_at: `${one.day}T20:00:00Z`, counts });
    return sheet.data.counts[0];
  }
  const { id } = await makeSchedule(farm, '2026-06-29');
  const items = [{ ingredient: farm.hay, packs }];
  const begun = one.do === 'correct' ? [{ ingredient: farm.hay, weight_fact: 1 }] : items;
  const loaded = await owner.put(`schedule/schedules/${id}/load/`, { status: 'in_process', items: begun });
  const correction = { reason: 'counted', items };
  const { data } = one.do === 'correct' ? await owner.put(`schedule/schedules/${id}/weighings/`, correction) : loaded;
  await owner.post(`schedule/schedules/${id}/reset/`, { reason: 'next' });
  return data.items.find(({ ingredient }: { ingredient: number }) => ingredient === farm.hay);
}

/** Kilograms beyond packs × kilograms of a pack, over all stored entries of a client. */
async function readDifference(api: TestApi, client: number): Promise<string> {
  const { rows } = await sql<{ difference: string }>`
    select coalesce(sum(abs(packs * pack_kg - kg)), 0)::text as difference from (
      select packs, pack_kg, value as kg from delivery where packs is not null
      union all select packs, pack_kg, kg from harvest where packs is not null
      union all select packs, pack_kg, kg from counted_packs
      union all select packs, pack_kg, weight_fact from schedule_ingredient where packs is not null) entry`.execute(
    api.database.forClient(client),
  );
  return rows[0]?.difference ?? '';
}

test('packs × kilograms of a pack are the kilograms of each entry, also after later samples', async ({ api }) => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 300_000 }), fc.array(action, { minLength: 6, maxLength: 14 }), async (first, actions) => {
      const farm = await makeReadyFarm(api);
      await farm.client.owner.put(`manager/mixers/${farm.mixer}/`, { max_weight: 1_000_000 });
      const weights = new Map<string, number>();
      await act(farm, { do: 'weigh', day: '2026-06-10', kg: first / 500 }, weights);
      for (const one of actions) {
        const entry = await act(farm, one, weights);
        if (!entry) continue;
        // Whole numbers of half packs and of two grams.
        expect(BigInt(Math.round(entry.packs * 2)) * BigInt(Math.round(entry.pack_kg * 500))).toBe(BigInt(Math.round(entry.kg * 1000)));
      }
      expect(Number(await readDifference(api, farm.client.id))).toBe(0);
    }),
    { numRuns: countRuns(16) },
  );
});
