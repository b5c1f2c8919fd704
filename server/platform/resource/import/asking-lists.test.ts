import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ASKING_LISTS } from '#contract/usual.ts';
import { adminEndpoints } from '#server/admin/index.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { reportsEndpoints } from '#server/reports/index.ts';
import { findDatedFields } from './early-days.ts';
import { findImportables } from './endpoint.ts';

/** Lists whose forms type neither a figure nor a day that could be unusual. */
const NOT_TYPED: Readonly<Record<string, string>> = {
  bunkscores: 'a tap scores the day of the screen',
  calls: 'a tap calls the day of the screen',
  serviceplans: 'a plan says how often, and from which day on it counts',
};

const importables = findImportables([...operationsEndpoints, ...reportsEndpoints, ...adminEndpoints]);
const ids = importables
  .filter((importable) => typeof importable.unusual !== 'string' || findDatedFields(importable).length > 0)
  .map(({ table }) => table.contract.id as string);

test('every list with a rule for unusual figures, or with days, has forms that ask', () => {
  expect(importables.length).toBeGreaterThan(18);
  expect(ids.filter((id) => !(id in NOT_TYPED)).toSorted()).toEqual([...ASKING_LISTS].toSorted());
});

const root = join(import.meta.dirname, '../../../../src');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map((name) => readFileSync(join(root, name), 'utf8'));

const contracts = ['operations', 'reports'].flatMap((area) => {
  const folder = join(root, '../contract', area);
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
});

test.for(ASKING_LISTS.map((id) => [id]))('a form of %s asks the server about what is unusual', ([id]) => {
  const { contract } = importables.find(({ table }) => table.contract.id === id)!.table;
  const text = contracts.find((one) => one.includes(`path: '${contract.path}'`)) ?? '';
  const [, name] = new RegExp(`export const (\\w+) = defineResource\\(\\{[^}]*?path: '${contract.path}'`).exec(text) ?? [];
  const asks = new RegExp(`(?:useResourceForm|confirmUnusual|demandConfirmed)(?:<[^>]+>)?\\(${name},`);
  expect([name, sources.some((source) => asks.test(source))]).toEqual([name, true]);
});
