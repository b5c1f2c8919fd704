import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import { LANGUAGES, type Language } from '#contract/kinds.ts';
import { budgetView } from '#contract/reports/budget-view.ts';
import { costBridgeView } from '#contract/reports/cost-bridge-view.ts';
import { COST_CAUSES, costChange } from '#contract/reports/cost-change.ts';
import { IOFC_CAUSES, iofcChangeView } from '#contract/reports/iofc-change-view.ts';
import type { Series } from '#contract/reports/shape.ts';
import { firstConventions } from '#contract/words.ts';
import { screenTexts } from '#tests/support/golden.ts';
import { chooseCauses, describeWaterfall } from './waterfall-sentence.ts';
import { translateSeries } from './with-texts.ts';

const formatIn = (language: Language) =>
  createFormatter({ language, ...firstConventions(language), timezone: 'Europe/Kyiv', currency: language === 'uk' ? 'UAH' : 'USD' });

async function describeIn(language: Language, series: Series): Promise<string | null> {
  const t = await screenTexts(language);
  return describeWaterfall(translateSeries(series, t), '10/2026', t, formatIn(language));
}

/** The chart of why the cost changed, with the given effects in the order of `COST_CAUSES`. */
function makeCostChange(before: number, effects: readonly number[]): Series {
  const [{ x, y, ...rest }] = costChange.series;
  const after = effects.reduce((sum, effect) => sum + effect, before);
  const rows = [
    { cause: 'previous', cost_effect: before, standing: true },
    ...effects.map((effect, index) => ({ cause: COST_CAUSES[index]!, cost_effect: effect })),
    { cause: 'current', cost_effect: after, standing: true },
  ];
  return { ...rest, x, y: [...y], rows };
}

describe('describing a waterfall', () => {
  test('a sentence names the change and its largest causes, in each language', async () => {
    const series = makeCostChange(50, [1.98, -3.33, 0.01, 0.77, 0, 0]);
    const sentences = await Promise.all(LANGUAGES.map(async (language) => describeIn(language, series)));
    expect(Object.fromEntries(LANGUAGES.map((language, index) => [language, sentences[index]]))).toMatchInlineSnapshot(`
      {
        "de": "Je Tier und Tag, 10/2026: −⁠0,57 $ – Preise −⁠3,33 $, Nicht erfasst +⁠1,98 $.",
        "en": "Per head and day, 10/2026: −⁠$0.57 – prices −⁠$3.33, not recorded +⁠$1.98.",
        "et": "Looma ja päeva kohta, 10/2026: −⁠0,57 $ – hinnad −⁠3,33 $, kirja panemata +⁠1,98 $.",
        "fr": "Par tête et par jour, 10/2026 : −⁠0,57 $ – prix −⁠3,33 $, non enregistré +⁠1,98 $.",
        "it": "Per capo e giorno, 10/2026: −⁠0,57 $ – prezzi −⁠3,33 $, non registrato +⁠1,98 $.",
        "nl": "Per dier en dag, 10/2026: −⁠$ 0,57 – prijzen −⁠$ 3,33, niet vastgelegd +⁠$ 1,98.",
        "pl": "Na sztukę i dzień, 10/2026: −⁠0,57 $ – ceny −⁠3,33 $, nie zapisano +⁠1,98 $.",
        "ro": "Pe cap și zi, 10/2026: −⁠0,57 $ – prețuri −⁠3,33 $, neînregistrat +⁠1,98 $.",
        "ru": "На голову в сутки, 10/2026: −⁠0,57 $ – цены −⁠3,33 $, не записано +⁠1,98 $.",
        "uk": "На голову за добу, 10/2026: −⁠0,57 ₴ – ціни −⁠3,33 ₴, не записано +⁠1,98 ₴.",
        "us": "Per head and day, 10/2026: −⁠$0.57 – prices −⁠$3.33, not recorded +⁠$1.98.",
      }
    `);
  });

  test('describeWaterfall answers null if nothing changed, or if the waterfall leads over more than two sums', async () => {
    expect(await describeIn('en', makeCostChange(50, [0, 0.004, -0.004, 0, 0, 0]))).toBeNull();
    const [first] = costBridgeView.series;
    const sums = [1, 2, 3].map((cost) => ({ step: 'loaded', cost, standing: true }));
    expect(await describeIn('en', { ...first, y: [...first.y], rows: sums })).toBeNull();
  });

  test('each report with causes has a sentence', async () => {
    const [iofc] = iofcChangeView.series;
    const [budget] = budgetView({}).series;
    const between = (key: string, cause: string) => [
      { cause: 'previous', [key]: 10, standing: true },
      { cause, [key]: 2 },
      { cause: 'current', [key]: 12, standing: true },
    ];
    expect(await describeIn('en', { ...iofc, y: [...iofc.y], rows: between('iofc_effect', IOFC_CAUSES[1]) })).toContain(
      'milk price +\u2060$2.00',
    );
    expect(await describeIn('en', { ...budget, y: [...budget.y], rows: between('difference', 'price_effect') })).toContain(' +\u2060$2.00');
  });
});

test('causes are named from the largest down until they explain 80 % of all effects', () => {
  const cents = fc.integer({ min: -100_000, max: 100_000 }).map((amount) => amount / 100);
  fc.assert(
    fc.property(fc.array(cents, { maxLength: 9 }), (effects) => {
      const sizes = effects.map(Math.abs);
      const all = sizes.reduce((sum, size) => sum + size, 0);
      const named = chooseCauses(
        effects.map((effect) => ({ effect })),
        'effect',
      ).map((row) => Math.abs(Number(row.effect)));
      const largest = sizes.toSorted((a, b) => b - a);
      expect(named).toEqual(largest.slice(0, named.length));
      const explained = named.reduce((sum, size) => sum + size, 0);
      const next = largest[named.length] ?? 0;
      expect(explained >= all * 0.8 || next < all * 0.05).toBe(true);
      expect(named.length === 0 || explained - named.at(-1)! < all * 0.8).toBe(true);
    }),
  );
});
