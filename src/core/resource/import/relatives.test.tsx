import { readFileSync } from 'node:fs';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { chooseFiles, TestReader, toCsv } from '#tests/support/file-reader.ts';
import { INCOMING_NOW, type IncomingFarm, makeIncomingFarm } from '#tests/support/incoming-farm.ts';
import { DAY, RELATIVES, type Relative, type RelativeList } from '#tests/support/relatives.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { readIn } from '#tests/support/screen-language.ts';

const user = userEvent.setup({ delay: null });
const words = JSON.parse(readFileSync('locales/uk/import.json', 'utf8'));
const label = JSON.parse(readFileSync('locales/uk/core.json', 'utf8')).import.label;
let at: IncomingFarm;

beforeAll(async () => {
  readIn('uk');
  vi.stubGlobal('Worker', TestReader);
  const { api } = await startBehind();
  api.setNow(INCOMING_NOW);
  at = await makeIncomingFarm(api);
  await signInAs(at.client.owner.token);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await stopBehind();
});

const onFarm = (path: string) => `companies/${at.company}/farms/${at.farm}/${path}`;
/** The screen of each list, and the list's place in its menu of files. */
const SCREENS: Readonly<Record<RelativeList, { address: () => string; entry?: number }>> = {
  deliveries: { address: () => 'stock/deliveries' },
  orders: { address: () => 'stock/orders' },
  openings: { address: () => 'stock/openings' },
  ingredients: { address: () => 'stock/ingredients' },
  milk: { address: () => onFarm(`milk?month=2026-11&of=${at.group}`), entry: 0 },
  headCounts: { address: () => onFarm('animal-groups'), entry: 1 },
  harvests: { address: () => 'stock/harvests' },
  offers: { address: () => 'stock/offers' },
  packs: { address: () => 'stock/packs' },
  weights: { address: () => onFarm('weights') },
  milkPrices: { address: () => onFarm(`milk?month=2026-11&of=${at.group}`), entry: 1 },
  dryMatter: { address: () => onFarm('planning/dry-matter') },
};

async function openImport(list: RelativeList): Promise<void> {
  const { address, entry } = SCREENS[list];
  await renderScreen(address());
  await user.click(await screen.findByRole('button', { name: label }));
  if (entry !== undefined) await user.click((await screen.findAllByRole('menuitem'))[entry]!);
  await screen.findByRole('dialog');
}

/** Numbers and days of the preview's cells. */
function readCells(): Set<string> {
  const cells = within(screen.getByRole('dialog')).queryAllByRole('cell');
  return new Set(
    cells.map(({ textContent }) => {
      const [shown = ''] = textContent.split('→').slice(-1);
      const number = shown.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
      return number !== '' && !Number.isNaN(Number(number)) ? String(Number(number)) : shown.trim().split(/[,\s]/)[0]!;
    }),
  );
}

/** The preview of a file, in the form of a relative's result. It contains the wanted values that are shown. */
function readPreview({ result }: Relative): Relative['result'] {
  const dialog = within(screen.getByRole('dialog'));
  const alert = dialog.queryByRole('alert')?.textContent ?? '';
  const [wrong] = /^\d+/.exec(alert) ?? [];
  if (wrong) return { wrong: Number(wrong) };
  if (dialog.queryByRole('checkbox', { name: words.unusual.confirm })) {
    expect(dialog.getByRole('button', { name: /^Імпортувати \d/ })).toHaveProperty('disabled', true);
    const [, unusual] = screen.getByRole('dialog').textContent.split(words.unusual.count.split('{{')[0]);
    return { unusual: Number.parseInt(unusual ?? '', 10) };
  }
  expect(dialog.getByRole('button', { name: /^Імпортувати \d/ })).toHaveProperty('disabled', false);
  const cells = readCells();
  const isShown = ([, value]: [string, string | number]) => cells.has(value === DAY ? '20.11.2026' : String(value));
  const wanted = 'rows' in result ? result.rows : [];
  return { rows: wanted.map((row) => Object.fromEntries(Object.entries(row).filter(isShown))) };
}

const findReason = (alert: string) => {
  const matches = Object.entries(words.problem as Record<string, string>).filter(([, text]) => alert.startsWith(text.split('{{')[0]!));
  return matches.toSorted(([, a], [, b]) => b.split('{{')[0]!.length - a.split('{{')[0]!.length)[0]?.[0] ?? alert;
};

async function readOutcome(relative: Relative): Promise<Relative['result']> {
  await chooseFiles(toCsv([relative.text], `${relative.of}.csv`));
  return waitFor(async () => {
    const dialog = within(screen.getByRole('dialog'));
    const again = dialog.queryByRole('button', { name: words.other });
    if (again) {
      const outcome = readPreview(relative);
      await user.click(again);
      return outcome;
    }
    return { refused: findReason(dialog.getByRole('alert').textContent ?? '') } as Relative['result'];
  });
}

test.each(Object.keys(SCREENS) as RelativeList[])(
  'the relatives of the cases in %s have their right outcome in the preview',
  async (list) => {
    const own = RELATIVES.filter((one) => one.list === list);
    await openImport(list);
    const found: string[] = [];
    for (const relative of own) found.push(`${relative.of} ${relative.name}: ${JSON.stringify(await readOutcome(relative))}`);
    expect(found).toEqual(own.map(({ of, name, result }) => `${of} ${name}: ${JSON.stringify(result)}`));
  },
);
