import { expect } from 'vitest';
import type { ApiValue } from '#common/files/incoming/cells.ts';
import type { Imported } from '#contract/imports.ts';
import { type ChangeableField, findChangeable, toChangedRows } from '#src/core/resource/many/changeable.ts';
import type { Caller } from './support/api.ts';
import { LIST_FILES } from './support/list-files.ts';
import { test } from './support/test.ts';
import { everyText } from './support/through-file.ts';

test.override('template', 'tiny');

/** Lists without rows in the demonstration, or without a field for several rows: their columns name a row, a part or a unit. */
const WITHOUT_FIELDS = ['externalIds'];

type Row = { id: number; farm?: number } & Record<string, unknown>;

/** Rows with the value of the field in the first row that has one, at most three of its farm. */
function findPeers(rows: readonly Row[], { key }: ChangeableField): Row[] {
  const first = rows.find((row) => ['string', 'number', 'boolean'].includes(typeof row[key]) && row[key] !== '');
  return first ? rows.filter((row) => row.farm === first.farm && row[key] === first[key]).slice(0, 3) : [];
}

/** Sends the rows with their own value, as the screen does. Returns the fault of the answer. */
async function sendOwnValue(caller: Caller, path: string, field: ChangeableField, peers: readonly Row[]): Promise<string | null> {
  const own = peers[0]![field.key] as ApiValue;
  const { rows } = toChangedRows('', new Map(peers.map((row) => [row.id, row])), field, field.isFlag ? String(own) : own).content;
  const farm = peers[0]!.farm ? { farm: peers[0]!.farm } : {};
  const { status, data, errors } = await caller.post<Imported>(`${path}/import/`, {
    rows: rows.map(({ values }) => values),
    dry_run: true,
    ...farm,
  });
  return status === 200 && data.same === peers.length ? null : JSON.stringify(status === 200 ? data : errors);
}

test('every list with ids takes each of its changeable fields for several rows in one request, and own values change nothing', async ({
  api,
}) => {
  const owner = await api.signIn('owner@manger.test');
  const { uk } = await everyText();
  const faults: string[] = [];
  const sent = new Map<string, number>();
  for (const [list, makeFile] of Object.entries(LIST_FILES)) {
    const file = makeFile(uk);
    if (!file.imports?.ids) continue;
    sent.set(list, 0);
    const path = file.source.path ?? file.source.resource.path;
    const { data: rows } = await owner.get(`${path}/?page_size=1000`);
    for (const field of findChangeable(file, uk)) {
      const peers = findPeers(rows, field);
      if (peers.length === 0) continue;
      const fault = await sendOwnValue(owner, path, field, peers);
      if (fault) faults.push(`${list}.${field.key} ${fault}`);
      sent.set(list, (sent.get(list) ?? 0) + 1);
    }
  }
  expect(faults).toEqual([]);
  expect([...sent].filter(([, count]) => count === 0).map(([list]) => list)).toEqual(WITHOUT_FIELDS);
  expect(sent.size).toBeGreaterThan(12);
});
