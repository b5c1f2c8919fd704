import { beforeAll, describe, expect, it } from 'vitest';
import { FileProblem } from '#common/files/incoming/problem.ts';
import { type FileContent, readFile } from '#common/files/incoming/read.ts';
import type { Imported } from '#contract/imports.ts';
import { INCOMING_NOW, type IncomingFarm, makeIncomingFarm } from './support/incoming-farm.ts';
import { planList } from './support/list-files.ts';
import { DAY, RELATIVES, type Relative, type RelativeList } from './support/relatives.ts';
import { test } from './support/test.ts';
import { everyText } from './support/through-file.ts';

const PATHS: Readonly<Record<RelativeList, string>> = {
  deliveries: 'manager/deliveries',
  orders: 'manager/orders',
  openings: 'manager/openings',
  ingredients: 'manager/ingredients',
  milk: 'manager/milk',
  headCounts: 'manager/groups/heads',
  harvests: 'manager/harvests',
  offers: 'manager/offers',
  packs: 'manager/packs',
  weights: 'manager/weights',
  milkPrices: 'manager/milkprices',
  dryMatter: 'manager/drymatter',
};

let texts: Awaited<ReturnType<typeof everyText>>;
beforeAll(async () => {
  texts = await everyText();
});

type Read = { content: FileContent } | { refused: string };
const read = ({ list, text }: Relative): Promise<Read> =>
  readFile(new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>, planList(texts, list, 'uk')).then(
    (content) => ({ content }),
    (error) => {
      if (!(error instanceof FileProblem)) throw error;
      return { refused: error.reason };
    },
  );

/** The values of a row that the relative names; of days and moments only the day. */
const pick = (values: Record<string, unknown>, wanted: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(wanted).map(([key, value]) => [key, value === DAY ? String(values[key]).slice(0, DAY.length) : values[key]]),
  );

/** The outcome in the form of a relative's result. */
async function judge({ client, farm }: IncomingFarm, relative: Relative, found: Read): Promise<Relative['result']> {
  if ('refused' in found) return found as Relative['result'];
  const { content } = found;
  const body = { rows: content.rows.map(({ values }) => values), farm, dry_run: true };
  const { status, data, errors } = await client.owner.post<Imported>(`${PATHS[relative.list]}/import/`, body);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(errors)}`);
  const wrong = data.rows.filter(({ action }) => action === 'wrong').length;
  if (wrong > 0) return { wrong };
  const unusual = data.rows.filter((row, at) => row.unusual.length > 0 || content.rows[at]?.lines.some(({ doubts }) => doubts)).length;
  if (unusual > 0) return { unusual };
  const { result } = relative;
  const wanted = 'rows' in result ? result.rows : [];
  return { rows: content.rows.map(({ values }, at) => pick(values, wanted[at] ?? {})) as never };
}

it('the cases have at least a hundred relatives with different names', () => {
  const names = RELATIVES.map(({ of, list, name }) => `${of} ${list} ${name}`);
  expect(names.length).toBeGreaterThanOrEqual(100);
  expect(new Set(names).size).toBe(names.length);
});

describe('relatives of the cases', () => {
  test('each file has its right values, refusal or question by the reader and the API', async ({ api }) => {
    api.setNow(INCOMING_NOW);
    const at = await makeIncomingFarm(api);
    const found: string[] = [];
    for (const relative of RELATIVES) {
      const { of, list, name } = relative;
      found.push(`${of} ${list}, ${name}: ${JSON.stringify(await judge(at, relative, await read(relative)))}`);
    }
    expect(found).toEqual(RELATIVES.map(({ of, list, name, result }) => `${of} ${list}, ${name}: ${JSON.stringify(result)}`));
  });
});
