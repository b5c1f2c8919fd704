import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { startI18n } from '#src/core/i18n/i18n.ts';
import { languageOfTag } from '#src/core/i18n/languages.ts';
import { readAs } from '#tests/support/reader.ts';
import { DecimalInput } from './decimal-input.tsx';
import { theme } from './theme.ts';

beforeAll(() => startI18n());
afterEach(async () => {
  cleanup();
  await i18next.changeLanguage('uk');
});

type Kind = Parameters<typeof DecimalInput>[0]['kind'];

const reading = () => document.querySelector('[data-reading]')?.textContent?.replace(/\s/gu, ' ');
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'field' });
const spaced = (text: string) => text.replace(/\s/gu, ' ');

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
  await user.type(field(), text);
  return [spaced(field().value), screen.getByRole('status').textContent];
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

test.each([
  ['en', '10,000', '10,000', '10000', '= 10,000 kg'],
  ['en', '10000{Backspace}', '1,000', '1000', '= 1,000 kg'],
  ['en', '12,5', '12,5', '12.5', '= 12.5 kg'],
  ['de', '10.000,5', '10.000,5', '10000.5', '= 10.000,5 kg'],
  ['uk', '10000.5', '10 000.5', '10000.5', '= 10 000,5 кг'],
  ['en-US', '245', '245', '111.13', '= 245 lb'],
])('a number in %s is grouped while typing %s, and read aloud next to the field', async (language, text, shown, kept, read) => {
  await i18next.changeLanguage(language);
  readAs(languageOfTag(language));
  expect([...(await type(text)), reading()]).toEqual([shown, kept, read]);
});

test('the caret stays in place when typing in the middle, and a separator is deleted with its digit', async () => {
  await i18next.changeLanguage('en');
  await type('1234');
  const user = userEvent.setup();
  await user.type(field(), '5', { initialSelectionStart: 1, initialSelectionEnd: 1 });
  expect([field().value, field().selectionStart]).toEqual(['15,234', 3]);
  await user.type(field(), '{Delete}', { initialSelectionStart: 2, initialSelectionEnd: 2 });
  expect([field().value, field().selectionStart]).toEqual(['1,534', 3]);
  await user.type(field(), '{Backspace}', { initialSelectionStart: 2, initialSelectionEnd: 2 });
  expect(field().value).toBe('534');
});

test('a field without focus shows only the number', async () => {
  await i18next.changeLanguage('en');
  await type('12,5');
  await userEvent.tab();
  expect([field().value, reading()]).toEqual(['12.5', undefined]);
});
