import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { EXTERNAL_KINDS, type ExternalKind } from '#contract/external-ids.ts';
import { operationsEndpoints } from '#server/operations/index.ts';
import { tablesOf } from '#server/platform/resource/resource.ts';
import { deliver, make, makeClient, makeGroup } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const findPath = (kind: ExternalKind) => `${tablesOf(operationsEndpoints).find(({ contract }) => contract.id === kind)!.contract.path}/`;
const findList = (kind: ExternalKind) => (kind === 'farms' ? 'manager/farms/dashboard/' : findPath(kind));

/** A row of each list that other programs may know. */
let serial = 0;
async function findRows(farm: ReadyFarm): Promise<Record<ExternalKind, number>> {
  const { owner } = farm.client;
  return {
    farms: farm.farm,
    ingredients: farm.silage,
    rations: farm.ration,
    groups: farm.heifers,
    mixers: farm.mixer,
    stocks: farm.stock,
    deliveries: (await deliver(owner, farm, farm.hay, 10, 3)).id,
    deliverycompanies: (await make(owner, 'manager/deliveries/companies/', { name: `Feed mill ${serial++}` })).id,
  };
}

describe('external ids', () => {
  test.for(EXTERNAL_KINDS)('%s have external ids that a save without them keeps', async (kind, { farm }) => {
    const { owner } = farm.client;
    const id = (await findRows(farm))[kind];
    const at = `${findPath(kind)}${id}/`;
    expect((await owner.get(at)).data.external_ids).toEqual([]);
    const given = [
      { system: 'urn:lab', id: `7:${kind}` },
      { system: 'com.herd', id: `A ${kind}` },
    ];
    const sorted = given.toReversed();
    expect((await owner.put(at, { external_ids: given })).data.external_ids).toEqual(sorted);
    const { version } = (await owner.get(at)).data;
    const changed = await owner.put(at, kind === 'deliveries' ? { note: 'wet', version } : { version });
    expect(changed.data.external_ids).toEqual(sorted);
    const found = await owner.get(`${findList(kind)}?external_id=${encodeURIComponent(`urn:lab:7:${kind}`)}`);
    expect(found.data.map((row: { id: number }) => row.id)).toEqual([id]);
    expect(found.count).toBe(1);
    expect((await owner.get(`${findList(kind)}?external_id=com.herd:7`)).count).toBe(0);
    expect((await owner.put(at, { external_ids: [] })).data.external_ids).toEqual([]);
  });

  test('an id belongs to one row of a list, and a program has one id for a row', async ({ farm }) => {
    const { owner } = farm.client;
    const external_ids = [{ system: 'herd', id: '12' }];
    const first = await make(owner, 'manager/groups/', { farm: farm.farm, name: 'Fresh 1', animal_type: farm.cows, external_ids });
    expect(first.external_ids).toEqual(external_ids);
    const body = { farm: farm.farm, name: 'Fresh 2', animal_type: farm.cows, external_ids };
    const refused = await owner.post('manager/groups/', body);
    expect(refused.status).toBe(400);
    expect(refused.errors.external_ids?.[0]).toMatchObject({ code: 5, values: ['herd:12'] });
    expect((await owner.get('manager/groups/?search=Fresh 2')).count).toBe(0);
    const twice = { external_ids: [...external_ids, { system: 'herd', id: '13' }] };
    expect(Object.keys((await owner.put(`manager/groups/${first.id}/`, twice)).errors)).toEqual(['external_ids']);
    const empty = await owner.put(`manager/groups/${first.id}/`, { external_ids: [{ system: '', id: '1' }] });
    expect(Object.keys(empty.errors)).toEqual(['external_ids.0.system']);
    // Another list has ids of its own.
    expect((await owner.put(`manager/mixers/${farm.mixer}/`, { external_ids })).status).toBe(200);
    expect((await owner.put(`manager/groups/${farm.heifers}/`, { external_ids })).status).toBe(400);
  });

  test('a deleted row frees its ids, and history keeps them', async ({ farm }) => {
    const { owner } = farm.client;
    const group = await makeGroup(owner, farm);
    const external_ids = [{ system: 'herd', id: 'gone' }];
    await owner.put(`manager/groups/${group.id}/`, { external_ids });
    expect((await owner.delete(`manager/groups/${group.id}/`)).status).toBe(204);
    expect((await owner.put(`manager/groups/${farm.heifers}/`, { external_ids })).status).toBe(200);
    expect((await owner.post(`manager/groups/${group.id}/restore/`, {})).data.external_ids).toEqual([]);
    const { data } = await owner.get(`history/groups/?id=${group.id}`);
    expect(JSON.stringify(data)).toContain('"gone"');
  });

  test('two simultaneous saves give an id to one row', async ({ farm }) => {
    const { owner } = farm.client;
    const groups = await Promise.all(Array.from({ length: 6 }, () => makeGroup(owner, farm)));
    const external_ids = [{ system: 'race', id: '1' }];
    const answers = await Promise.all(groups.map(({ id }) => owner.put(`manager/groups/${id}/`, { external_ids })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
  });

  test('a client neither sees nor meets the ids of another client', async ({ api, farm }) => {
    const other = await makeClient(api);
    const theirs = await makeReadyFarm(api, 'Europe/Kyiv', other);
    const external_ids = [{ system: 'foreign', id: '1' }];
    expect((await farm.client.owner.put(`manager/groups/${farm.heifers}/`, { external_ids })).status).toBe(200);
    expect((await other.owner.get('manager/groups/?external_id=foreign:1')).data).toEqual([]);
    expect((await other.owner.put(`manager/groups/${farm.heifers}/`, { external_ids })).status).toBe(404);
    expect((await other.owner.put(`manager/groups/${theirs.heifers}/`, { external_ids })).status).toBe(200);
    const { rows } = await sql<{ count: number }>`select count(*) as count from external_id where system = 'foreign'`.execute(
      api.database.forClient(other.id),
    );
    expect(rows).toEqual([{ count: 1 }]);
  });
});

describe('a file', () => {
  const put = (farm: ReadyFarm, rows: object[], dry_run = false) =>
    farm.client.owner.post('manager/groups/import/', { farm: farm.farm, rows, dry_run });

  test('matches rows by external id before names, and keeps the ids of other programs', async ({ farm }) => {
    const { owner } = farm.client;
    const group = await make(owner, 'manager/groups/', {
      farm: farm.farm,
      name: 'Pen 1',
      animal_type: farm.cows,
      external_ids: [
        { system: 'erp', id: '1' },
        { system: 'lab', id: 'L1' },
      ],
    });
    const cows = (await owner.get(`manager/animaltypes/${farm.cows}/`)).data.name;
    const rows = [
      { name: 'Pen One', animal_type_name: cows, animal_count: 40, external_ids: [{ system: 'erp', id: '1' }] },
      { name: 'Pen 2', animal_type_name: cows, animal_count: 10, external_ids: [{ system: 'erp', id: '2' }] },
    ];
    expect((await put(farm, rows, true)).data.rows).toMatchObject([{ action: 'update', id: group.id }, { action: 'create' }]);
    expect((await put(farm, rows)).data).toMatchObject({ created: 1, updated: 1 });
    expect((await owner.get(`manager/groups/${group.id}/`)).data).toMatchObject({
      name: 'Pen One',
      animal_count: 40,
      external_ids: [
        { system: 'erp', id: '1' },
        { system: 'lab', id: 'L1' },
      ],
    });
    expect((await put(farm, rows)).data).toMatchObject({ same: 2, updated: 0, created: 0 });
  });

  test('names the row whose external id another row has, and writes nothing', async ({ farm }) => {
    const { owner } = farm.client;
    const cows = (await owner.get(`manager/animaltypes/${farm.cows}/`)).data.name;
    const { count } = await owner.get('manager/groups/');
    const twin = (name: string) => ({ name, animal_type_name: cows, external_ids: [{ system: 'twin', id: '1' }] });
    const { status, errors } = await put(farm, [twin('Twin A'), twin('Twin B')]);
    expect([status, Object.keys(errors)]).toEqual([400, ['rows.1.external_ids']]);
    expect((await owner.get('manager/groups/')).count).toBe(count);
  });
});
