import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import { column, figure } from '#contract/reports/columns.ts';
import type { Column, Row } from '#contract/reports/shape.ts';
import { firstConventions } from '#contract/words.ts';
import { startI18n } from '#src/core/i18n/i18n.ts';
import { RowCards } from './row-cards.tsx';

beforeAll(() => startI18n());
afterEach(cleanup);

const format = createFormatter({ language: 'us', ...firstConventions('us'), timezone: 'UTC', currency: 'UAH' });

/** Returns a card's heading and its whole text. */
async function cardOf(columns: readonly Column[], row: Row) {
  const named = columns.map((one) => ({ ...one, header: one.key }));
  render(
    <MantineProvider env="test">
      <Suspense>
        <RowCards columns={named} rows={[row]} format={format} search="" dimmed={false} onRows={() => undefined} />
      </Suspense>
    </MantineProvider>,
  );
  const card = await screen.findByRole('listitem');
  return { name: card.querySelector('span > span')?.textContent, card };
}

test('a card’s heading is the row’s first text, even if a number comes before it', async () => {
  const columns = [
    column('position', 'count'),
    column('ingredient', 'text'),
    figure('plan', 'weight', 'sum'),
    figure('fact', 'weight', 'sum'),
  ];
  expect((await cardOf(columns, { position: 1, ingredient: 'Hay', plan: 100, fact: 90 })).name).toBe('Hay');
});

test('a name is shown whole, and a figure isn’t separated from its sign', async () => {
  const columns = [column('stock', 'text'), column('ingredient', 'text'), figure('cost', 'money', 'sum'), figure('price', 'money', 'sum')];
  const { name, card } = await cardOf(columns, { stock: 'Store of the farm', ingredient: 'Hay', cost: 1, price: -2 });
  expect(name).toBe('Store of the farm · Hay');
  expect([...card.querySelectorAll('span')].map(({ textContent }) => textContent)).toContain('−₴2.00');
});
