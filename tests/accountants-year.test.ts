import { expect } from 'vitest';
import type { FormType } from '#contract/operations/blanks.ts';
import { monthRange } from '#contract/periods.ts';
import { type Books, call } from './support/books/cases.ts';
import { differences, fingerprintOf } from './support/books/figures.ts';
import { ELSEWHERE } from './support/books/special.ts';
import { caseOf, nameOf, REOPEN, writes } from './support/books/walk.ts';
import { readRows } from './support/books/world.ts';
import { countRuns } from './support/count-runs.ts';
import { deliver, make, makeAccount } from './support/factories.ts';
import { makeReadyFarm, moveTo, type ReadyFarm } from './support/feeding.ts';
import { contentsOfPapers, feedDay, filesOfMonth, makeTemplates } from './support/papers.ts';
import { dice } from './support/reports/facts.ts';
import { test } from './support/test.ts';

const MONTHS = Array.from({ length: 12 }, (_, at) => `2025-${String(at + 1).padStart(2, '0')}`);
/** Only a requested new version changes a month's papers, and only opening a month changes its figures. */
const ON_PURPOSE = ['post /manager/papers', REOPEN];
/** Writes of a farm's days, reference data and settings. Acts that end the client or its people would end the test. */
const ACTS = writes.filter((one) => !ELSEWHERE.includes(nameOf(one)) && !ON_PURPOSE.includes(nameOf(one)) && one.scope === 'client');

let farm: ReadyFarm;
let books: Books;
test.override({ now: '2025-01-02T06:00:00Z' });
test.beforeAll(async ({ api }) => {
  farm = await makeReadyFarm(api);
  for (const month of MONTHS) {
    await moveTo(api, farm, `${month}-20T06:00:00Z`);
    for (const [feed, kg, price] of [
      [farm.silage, 4000, 2],
      [farm.hay, 2000, 4],
      [farm.meal, 800, 10],
    ] as const)
      await deliver(farm.client.owner, farm, feed, kg, price + Number(month.slice(5)) / 100);
    await feedDay(farm, `${month}-20`);
  }
  await moveTo(api, farm, '2026-01-05T06:00:00Z');
  const { owner } = farm.client;
  await makeTemplates(owner, farm.farm);
  const { id: neighbour } = await make(owner, 'manager/farms/', { company: farm.company, name: 'Neighbour', timezone: 'Europe/Kyiv' });
  const { id: sharedStore } = await make(owner, 'manager/stocks/', {
    company: farm.company,
    farm: null,
    name: 'Shared',
    capacity: 100_000,
  });
  const root = (await makeAccount(api, { user_type: 'admin', is_superadmin: true })).caller;
  books = {
    owner,
    root,
    client: farm.client.id,
    farm: farm.farm,
    neighbour,
    sharedStore,
    month: '2025-12',
    today: '2026-01-05',
    days: ['2025-11-20', '2025-12-31', '2026-01-01'],
    rows: readRows(owner, root),
    removed: new Map(),
  };
});

/** Stock, feeding, costs and people: reports whose figures most others use. */
const CORE = ['inout', 'form8', 'form9', 'operators', 'planfeed'];

/** The figures of each closed month: of `whole` months every report, of the others the core. */
async function readFingerprints(whole: readonly string[]): Promise<Map<string, Map<string, string>>> {
  const read = new Map<string, Map<string, string>>();
  for (const month of MONTHS) {
    const { after: from, before: to } = monthRange(month);
    read.set(month, await fingerprintOf(books.owner, { farm: books.farm, from, to }, whole.includes(month) ? undefined : CORE));
  }
  return read;
}

test('a year of closed months keeps all figures and papers to the byte through the acts of a busy farm', async ({ api }) => {
  for (const month of MONTHS) await make(books.owner, 'manager/months/', { farm: books.farm, month });
  const { data: papers } = await books.owner.get<{ type: FormType; number: number; version: number }[]>(
    `manager/papers/?farm=${books.farm}&page_size=1000`,
  );
  expect(papers.map(({ number, version }) => `${number}/${version}`).toSorted()).toEqual(
    MONTHS.flatMap((_, at) => Array.from({ length: 6 }, () => `${at + 1}/1`)).toSorted(),
  );
  const thrown = dice(12);
  // Files follow from contents, which are compared for every month.
  const whole = countRuns(12) >= 12 ? MONTHS : [thrown.of(MONTHS)];
  const files = new Map<string, Record<string, Buffer>>();
  for (const month of whole) files.set(month, await filesOfMonth(api, books.owner, books.farm, month));
  const [figures, contents] = [await readFingerprints(whole), await contentsOfPapers(books.owner, books.farm)];
  expect([figures.size, Object.keys(contents).length]).toEqual([12, 72]);

  const done: string[] = [];
  for (let act = 0; act < countRuns(400); act += 1) {
    const endpoint = thrown.of(ACTS);
    const attempts = (await caseOf(endpoint)?.(books, endpoint)) ?? [];
    if (attempts.length === 0) continue;
    const { status } = await call(books, endpoint, thrown.of(attempts));
    expect(status, nameOf(endpoint)).toBeLessThan(500);
    if (status < 300) done.push(nameOf(endpoint));
  }
  // A run with only refused acts would prove nothing.
  expect(done.length).toBeGreaterThan(10);

  api.setNow('2026-01-05T06:59:17Z');
  const after = await readFingerprints(whole);
  for (const [month, before] of figures) expect([month, differences(before, after.get(month) ?? new Map())]).toEqual([month, []]);
  expect(await contentsOfPapers(books.owner, books.farm)).toEqual(contents);
  for (const [month, before] of files) {
    const again = await filesOfMonth(api, books.owner, books.farm, month);
    const bytes = (of: Record<string, Buffer>) => Object.values(of).map((one) => one.toString('base64'));
    expect(bytes(again), month).toEqual(bytes(before));
  }
});
