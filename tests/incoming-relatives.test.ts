import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FileField, FilePlan } from '#common/files/incoming/plan.ts';
import { readFile } from '#common/files/incoming/read.ts';
import { type Kind, LANGUAGES } from '#contract/kinds.ts';
import { LIST_FILES, planList } from './support/list-files.ts';
import { everyText } from './support/through-file.ts';

let texts: Awaited<ReturnType<typeof everyText>>;
beforeAll(async () => {
  texts = await everyText();
});

/** A column of a file: the field, the heading behind the field's name, and the cell. */
interface Written {
  suffix: string;
  cell: string;
}

/** By kind of field: a plain spelling of a value, other spellings of the same value, and refused spellings. */
const WAYS: Partial<Record<Kind, { plain: Written; alike: readonly Written[]; refused: readonly (Written & { reason: string })[] }>> = {
  weight: {
    plain: { suffix: ', кг', cell: '12 400' },
    alike: [
      { suffix: ', т', cell: '12,4' },
      { suffix: ' (кг)', cell: '12400' },
      { suffix: ', кг *', cell: '12\u00a0400' },
      { suffix: ', kg:', cell: '12400,0' },
      { suffix: ', ц', cell: '124' },
    ],
    refused: [{ suffix: ', мішків', cell: '12', reason: 'unknown_unit' }],
  },
  price: {
    plain: { suffix: ', ₴/кг', cell: '7,6' },
    alike: [
      { suffix: ', грн/кг', cell: '7,60' },
      { suffix: ', ₴/т', cell: '7600' },
      { suffix: ', грн/т *', cell: '7 600' },
    ],
    refused: [
      { suffix: ', $/кг', cell: '0,35', reason: 'other_currency' },
      { suffix: ', EUR/кг', cell: '0,35', reason: 'other_currency' },
    ],
  },
  percent: {
    plain: { suffix: ', %', cell: '34,5' },
    alike: [
      { suffix: ' %', cell: '34,50' },
      { suffix: '*, %', cell: '34.5' },
    ],
    refused: [],
  },
  count: {
    plain: { suffix: '', cell: '1200' },
    alike: [
      { suffix: ' *', cell: '1 200' },
      { suffix: ':', cell: '1\u00a0200' },
    ],
    refused: [],
  },
  date: {
    plain: { suffix: '', cell: '20.11.2026' },
    alike: [
      { suffix: ':', cell: '2026-11-20' },
      { suffix: '', cell: '20 листопада 2026' },
      { suffix: ' *', cell: '20.11.2026 р.' },
      { suffix: '', cell: '20261120' },
    ],
    refused: [],
  },
  datetime: {
    plain: { suffix: '', cell: '20.11.2026 08:00' },
    alike: [
      { suffix: ':', cell: '2026-11-20 08:00' },
      { suffix: '', cell: '20 листопада 2026 08:00' },
      { suffix: ' *', cell: '2026-11-20T08:00' },
    ],
    refused: [],
  },
  money: { plain: { suffix: ', ₴', cell: '5 000' }, alike: [{ suffix: ', грн', cell: '5000,00' }], refused: [] },
  text: {
    plain: { suffix: '', cell: 'Жом' },
    alike: [
      { suffix: ' *', cell: 'Жом' },
      { suffix: ':', cell: 'Жом' },
    ],
    refused: [],
  },
};

/** Returns the first word of a code's column. */
const findOption = ({ options = {} }: FileField) => Object.keys(options)[0];

/** A file of one line that fills every column of the list plainly, except one, which has the spelling `way`. */
function buildFile({ fields, parts = [] }: FilePlan, special: string, way: Written): Uint8Array<ArrayBuffer> {
  // Two columns that name a part together are only read together.
  const naming = parts.flatMap(({ keys, named = 1 }) => (named > 1 ? keys.slice(0, named) : []));
  const used = fields.filter(({ key, labels, as }) => key !== 'id' && labels.uk && (as === undefined || naming.includes(key)));
  const columns = used.map((field) => {
    const written = field.key === special ? way : (WAYS[field.kind]?.plain ?? { suffix: '', cell: '1' });
    const cell = findOption(field) ?? written.cell;
    return { heading: `${field.labels.uk}${field.labels.uk?.includes(',') ? '' : written.suffix}`, cell };
  });
  const text = [columns.map(({ heading }) => heading), columns.map(({ cell }) => cell)].map((cells) => cells.join(';')).join('\n');
  return new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
}

/** Returns the line's values in one text, or the reason of a refusal. */
const readLine = (plan: FilePlan, special: string, way: Written): Promise<string> =>
  readFile(buildFile(plan, special, way), plan).then(
    ({ rows }) => JSON.stringify(rows.map(({ values }) => values)),
    ({ reason }) => String(reason),
  );

it('every module of a list that takes files has its list here', () => {
  const modules = ['operations', 'reports'].flatMap((area) =>
    readdirSync(join('src', area), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\bfiles?\.ts$/.test(name))
      .flatMap((name) => [...readFileSync(join('src', area, name), 'utf8').matchAll(/\bimports:/g)]),
  );
  expect(Object.keys(LIST_FILES)).toHaveLength(modules.length);
});

it('every column that is read has a heading in each of the eleven languages', () => {
  const bare = Object.keys(LIST_FILES).flatMap((list) =>
    planList(texts, list, 'uk').fields.flatMap(({ key, labels }) =>
      LANGUAGES.filter((one) => !labels[one]).map((one) => `${list}.${key} ${one}`),
    ),
  );
  expect(bare).toEqual([]);
});

describe.each(Object.keys(LIST_FILES))('a file of %s', (list) => {
  it('reads each column alike in every spelling and refuses another unit or currency', async () => {
    const plan = planList(texts, list, 'uk');
    const found: string[] = [];
    const wanted: string[] = [];
    for (const field of plan.fields) {
      const ways = WAYS[field.kind];
      // A word for a code is one way alone, and a heading with a unit of its own takes no other.
      if (!ways || field.key === 'id' || !field.labels.uk || field.as || findOption(field) || field.labels.uk.includes(',')) continue;
      const plain = await readLine(plan, field.key, ways.plain);
      expect(plain, `${list}.${field.key}`).toMatch(/^\[\{/);
      for (const { reason = plain, ...way } of [...ways.alike, ...ways.refused] as (Written & { reason?: string })[]) {
        const name = `${field.key}${way.suffix} ${way.cell}`;
        wanted.push(`${name} → ${reason}`);
        found.push(`${name} → ${await readLine(plan, field.key, way)}`);
      }
    }
    expect(found).toEqual(wanted);
    expect(wanted.length).toBeGreaterThan(1);
  });
});
