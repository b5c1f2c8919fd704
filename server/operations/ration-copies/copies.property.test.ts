import fc from 'fast-check';
import { expect } from 'vitest';
import type { CopyResult } from '#contract/operations/ration-copies.ts';
import { amountSum, hundredOf } from '#contract/operations/ration-items.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { make, makeFarm, makeIngredient } from '#tests/support/factories.ts';
import { exact, number, over, plus, times, total } from '#tests/support/reports/recompute.ts';
import { test as base } from '#tests/support/test.ts';

const test = base.override({ now: '2026-03-10T10:00:00Z' });

const dryMatter = fc.integer({ min: 10, max: 95 });
const part = fc.record({
  /** Millionths of a kilogram per head, or weight of the share. */
  amount: fc.integer({ min: 1_000_000, max: 40_000_000 }).map((millionths) => millionths / 1_000_000),
  hold: fc.constantFrom('dry' as const, 'fresh' as const),
  here: dryMatter,
  there: dryMatter,
  isKept: fc.boolean(),
});
type Part = typeof part extends fc.Arbitrary<infer T> ? T : never;
const parts = fc.array(part, { minLength: 2, maxLength: 6 }).filter((all) => all.some(({ isKept }) => isKept));
const decimal = (value: number) => exact(value.toFixed(6));

/** Fresh and dry kilograms per head of the copied parts at the dry matter of the other farm, as exact fractions. */
function computePerHead(kept: readonly Part[]) {
  const fresh = kept.map(({ amount, hold, here, there }) =>
    hold === 'fresh' ? decimal(amount) : over(times(decimal(amount), decimal(here)), decimal(there))!,
  );
  const dry = fresh.map((kg, index) => over(times(kg, decimal(kept[index]!.there)), decimal(100))!);
  return { fresh: number(total(fresh))!, dry: number(total(dry))! };
}

test('copies of random rations keep kilograms or dry matter per head, percentages sum to 100, and a dry run equals the copy', async ({
  client: { owner },
}) => {
  const [source, other] = [await makeFarm(owner), await makeFarm(owner)];
  let made = 0;
  await fc.assert(
    fc.asyncProperty(parts, fc.boolean(), async (all, isByHead) => {
      made += 1;
      const shares = hundredOf(all.map(({ amount }) => amount));
      const [here, there]: [number[], number[]] = [[], []];
      for (const [index, one] of all.entries()) {
        const name = `Feed ${made} ${index}`;
        here.push((await makeIngredient(owner, source, { name, dry_matter: one.here })).id);
        there.push((await makeIngredient(owner, other, { name, dry_matter: one.there })).id);
      }
      const ration = await make(owner, 'manager/rations/', {
        farm: source.farm,
        name: `Ration ${made}`,
        basis: isByHead ? 'head_fresh' : 'load_fresh',
        items: all.map(({ amount, hold }, index) => ({
          ingredient: here[index],
          amount: isByHead ? amount : shares[index],
          hold: isByHead ? hold : 'fresh',
        })),
      });
      const choices = all.flatMap(({ isKept }, index) => (isKept ? [] : [{ ingredient: here[index], use: null }]));
      const send = async (query: string) => {
        const body = { targets: [{ farm: other.farm, choices }] };
        const { data } = await owner.post<CopyResult[]>(`manager/rations/${ration.id}/copy/${query}`, body);
        return data[0]!;
      };
      const { ration: _ration, version: _version, ...tried } = await send('?dry_run=true');
      const { ration: id, version: _written, ...written } = await send('');
      expect(written).toEqual(tried);
      expect(written.outcome).toBe('created');
      const stored = (await owner.get(`manager/rations/${id}/`)).data;
      expect(stored).toMatchObject(written.after!);
      const kept = all.filter(({ isKept }) => isKept);
      const uses = there.filter((_, index) => all[index]!.isKept);
      expect(stored.items.map(({ ingredient }: { ingredient: number }) => ingredient)).toEqual(uses);
      if (isByHead) {
        const { fresh, dry } = computePerHead(kept);
        expect(Math.abs(stored.kg_per_head - fresh)).toBeLessThan(0.001 * kept.length);
        expect(Math.abs(stored.dry_matter_per_head - dry)).toBeLessThan(0.01 * kept.length);
        return;
      }
      expect(amountSum(stored.items)).toBe(100);
      const weights = shares.filter((_, index) => all[index]!.isKept).map(decimal);
      const sum = weights.reduce(plus);
      for (const [index, { amount }] of (stored.items as { amount: number }[]).entries())
        expect(Math.abs(amount - number(over(times(weights[index]!, decimal(100)), sum))!)).toBeLessThan(0.000001 * (kept.length + 1));
    }),
    { numRuns: countRuns(16) },
  );
});
