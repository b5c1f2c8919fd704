// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import type { Language } from '#contract/kinds.ts';
import type { Tile } from '#contract/reports/shape.ts';
import { firstConventions } from '#contract/words.ts';
import { startI18n } from '#src/core/i18n/i18n.ts';
import { Tiles } from './tiles.tsx';

const BASE = { planned_on_after: '2026-05-04', planned_on_before: '2026-05-10', days: 7, days_with_facts: 7, coverage: 100, reason: null };

beforeAll(() => startI18n());
afterEach(cleanup);

test('a figure that is a change itself shows its direction', async () => {
  const format = createFormatter({ language: 'en', ...firstConventions('en'), timezone: 'Europe/Kyiv', currency: 'EUR' });
  const tile = { key: 'change', label: 'reports:tile.cost_effect', kind: 'money', value: 4.83 } as const;
  const tiles = [
    { ...tile, deviation: true },
    { ...tile, key: 'cost' },
  ];
  render(
    <MantineProvider env="test">
      <Tiles tiles={tiles} columns={[]} format={format} base={undefined} phone />
    </MantineProvider>,
  );
  expect((await screen.findAllByText(/4\.83/)).map(({ textContent }) => textContent)).toEqual(['+€4.83', '€4.83']);
});

/** Returns the shown change of a figure around zero. */
async function changeOf(tile: Pick<Tile, 'kind' | 'value' | 'previous'>, language: Language = 'uk') {
  const format = createFormatter({ language, ...firstConventions(language), timezone: 'Europe/Kyiv', currency: 'UAH' });
  render(
    <MantineProvider env="test">
      <Suspense>
        <Tiles
          tiles={[{ key: 'off', label: 'reports:tile.loading_cost_of_error', good: 'zero', ...tile }]}
          columns={[]}
          format={format}
          base={BASE}
          phone
        />
      </Suspense>
    </MantineProvider>,
  );
  return (await screen.findByTitle(/10/)).textContent?.replaceAll('\u00a0', ' ') ?? '';
}

test('a change of money has the currency, one of a weight its unit', async () => {
  expect(await changeOf({ kind: 'money', value: -3102, previous: 297 })).toMatch(/^−3 399,00 ₴/);
  cleanup();
  expect(await changeOf({ kind: 'money', value: 300, previous: 297.5 })).toMatch(/^\+2,50 ₴/);
  cleanup();
  expect(await changeOf({ kind: 'weight', value: -12.5, previous: 0 })).toMatch(/^−12,5 кг/);
  cleanup();
  expect(await changeOf({ kind: 'percent', value: 1.5, previous: 0.5 })).toMatch(/^\+1,0 /);
});
