import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import { DecimalInput } from './decimal-input.tsx';
import { theme } from './theme.ts';

beforeAll(() => startI18n());
afterEach(cleanup);

type Kind = Parameters<typeof DecimalInput>[0]['kind'];

function Field({ kind, max }: { kind: Kind; max?: number }) {
  const [value, setValue] = useState<number | null>(null);
  return (
    <>
      <DecimalInput kind={kind} max={max} label="field" value={value} onChange={setValue} />
      <output>{String(value)}</output>
    </>
  );
}

async function type(text: string, kind: Kind = 'weight', max?: number) {
  const user = userEvent.setup();
  render(
    <MantineProvider theme={theme}>
      <Field kind={kind} max={max} />
    </MantineProvider>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'field' });
  await user.type(field, text);
  return [field.value, screen.getByRole('status').textContent];
}

test.each([
  ['a third decimal is not taken', '12,345', 'weight', undefined, '12,34', '12.34'],
  ['comma and dot', '12.5', 'weight', undefined, '12.5', '12.5'],
  ['a price has four', '1,23456', 'price', undefined, '1,2345', '1.2345'],
  ['whole things have none', '12,5', 'count', undefined, '125', '125'],
  ['the largest is kept at it', '123', 'percent', 100, '100', '100'],
  ['letters are nothing', '1x2', 'weight', undefined, '12', '12'],
] as const)('%s', async (_, text, kind, max, shown, kept) => {
  expect(await type(text, kind, max)).toEqual([shown, kept]);
});
