import fc from 'fast-check';
import { expect } from 'vitest';
import type { RemarkRow } from '#contract/operations/remarks.ts';
import type { Row } from '#contract/reports/shape.ts';
import { isOf } from '#server/reports/kit/remarks.ts';
import type { Caller, TestApi } from '#tests/support/api.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { test as base } from '#tests/support/test.ts';

const path = 'manager/remarks/';
let other: ReadyFarm;

const test = base.override({ now: '2026-04-10T07:00:00Z' });
test.beforeAll(async ({ api, farm }) => {
  other = await makeReadyFarm(api);
  await makeSchedule(farm, '2026-04-08');
  await makeSchedule(farm, '2026-04-09');
});

const owner = (farm: ReadyFarm) => farm.client.owner;
const note = (farm: ReadyFarm, text: string, values: object = {}) =>
  make(owner(farm), path, { farm: farm.farm, date: '2026-04-09', text, ...values });
const report = async (farm: ReadyFarm, name: string, query = '', caller: Caller = owner(farm)) =>
  (await caller.get(`report/${name}/?farm=${farm.farm}&planned_on_after=2026-04-08&planned_on_before=2026-04-09${query}`)).data;
/** An employee of an access group with these rights. */
async function employee(api: TestApi, farm: ReadyFarm, ...names: [name: string, ...actions: string[]][]) {
  const permissions = names.map(([name, ...actions]) => ({
    module: 'manger',
    name,
    ...Object.fromEntries(['view', 'add', 'change', 'delete'].map((action) => [action, actions.includes(action)])),
  }));
  const { id } = await make(owner(farm), 'perm/groups/', { name: `Group ${Math.random()}`, permissions });
  return (await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: id })).caller;
}

test('a note on a day or a group is shown in reports of that day, at its rows', async ({ farm }) => {
  const day = await note(farm, 'new silage clamp');
  const group = await note(farm, 'two cows calved', { group: farm.cowsGroup });
  const data = await report(farm, 'planfeed');
  expect(data.remarks).toMatchObject([
    { id: day.id, date: '2026-04-09', farm: farm.farm, subject_name: null, text: 'new silage clamp', author: 'Test client' },
    { id: group.id, group: farm.cowsGroup, ration: null, text: 'two cows calved' },
  ]);
  const said = data.rows.map((row: Row) => [row.day, row.group_id === farm.cowsGroup, row.remark]);
  expect(said).toHaveLength(4);
  expect(said).toEqual(
    expect.arrayContaining([
      ['2026-04-08', true, null],
      ['2026-04-08', false, null],
      ['2026-04-09', true, 'new silage clamp; two cows calved'],
      ['2026-04-09', false, 'new silage clamp'],
    ]),
  );
  expect(data.columns.at(-1)).toMatchObject({ key: 'remark', kind: 'text' });

  // Another group has no notes, its day has; other days have none.
  expect((await report(farm, 'planfeed', `&group=${farm.heifers}`)).remarks.map(({ text }: RemarkRow) => text)).toEqual([
    'new silage clamp',
  ]);
  const before = (await owner(farm).get(`report/planfeed/?farm=${farm.farm}&planned_on_after=2026-04-08&planned_on_before=2026-04-08`))
    .data;
  expect([before.remarks, before.columns.some(({ key }: { key: string }) => key === 'remark')]).toEqual([undefined, false]);

  await owner(farm).put(`${path}${day.id}/`, { text: 'new maize clamp', version: day.version });
  expect((await report(farm, 'planfeed')).remarks[0].text).toBe('new maize clamp');
  await owner(farm).delete(`${path}${day.id}/`);
  await owner(farm).delete(`${path}${group.id}/`);
  expect((await report(farm, 'planfeed')).remarks).toBeUndefined();
});

test('a paper of the books keeps its columns, and a closed month takes a note: it is no figure', async ({ farm }) => {
  const { id } = await note(farm, 'inspection of the vet');
  const form = (await owner(farm).get(`report/form9/make/?farm=${farm.farm}&planned_on_after=2026-04-01&planned_on_before=2026-04-30`))
    .data;
  expect(form.remarks).toHaveLength(1);
  expect(form.columns.map(({ key }: { key: string }) => key)).not.toContain('remark');
  await owner(farm).post('manager/months/', { farm: farm.farm, month: '2026-03' });
  expect((await owner(farm).post(path, { farm: farm.farm, date: '2026-03-12', text: 'scale repaired' })).status).toBe(201);
  await owner(farm).delete(`${path}${id}/`);
});

test('an invalid note is refused at its field: a stranger’s farm, another farm’s group, two subjects, no text', async ({ farm }) => {
  const refused = async (values: object) => {
    const { status, errors } = await owner(farm).post(path, { farm: farm.farm, date: '2026-04-09', text: 'x', ...values });
    return [status, Object.keys(errors)];
  };
  expect(await refused({ farm: other.farm })).toEqual([400, ['farm']]);
  expect(await refused({ group: other.cowsGroup })).toEqual([400, ['group']]);
  expect(await refused({ ingredient: other.silage })).toEqual([400, ['ingredient']]);
  expect(await refused({ group: farm.cowsGroup, mixer: farm.mixer })).toEqual([400, ['mixer']]);
  expect(await refused({ text: '   ' })).toEqual([400, ['text']]);
  expect(await refused({ text: 'x'.repeat(301) })).toEqual([400, ['text']]);
  const theirs = await make(other.client.owner, path, { farm: other.farm, date: '2026-04-09', text: 'ours' });
  expect((await owner(farm).put(`${path}${theirs.id}/`, { text: 'mine' })).status).toBe(404);
  expect((await owner(farm).get(path)).data.map(({ text }: RemarkRow) => text)).not.toContain('ours');
});

test('reading notes needs the right to reports; writing them needs a right of its own', async ({ api, farm }) => {
  await note(farm, 'for all to read');
  const reader = await employee(api, farm, ['planfeed', 'view']);
  expect((await report(farm, 'planfeed', '', reader)).remarks).toHaveLength(1);
  expect((await reader.get(path)).status).toBe(200);
  const attempt = { farm: farm.farm, date: '2026-04-09', text: 'x' };
  expect((await reader.post(path, attempt)).status).toBe(403);
  const writer = await employee(api, farm, ['planfeed', 'view'], ['filters', 'view', 'add', 'change']);
  const made = await writer.post(path, attempt);
  expect(made.status).toBe(201);
  expect((await writer.delete(`${path}${made.data.id}/`)).status).toBe(403);
  const stranger = await employee(api, farm, ['mixer', 'view']);
  expect((await stranger.get(path)).status).toBe(403);
});

test('a note survives its subject, and can still be corrected; its history names the authors', async ({ farm }) => {
  const gone = await make(owner(farm), 'manager/groups/', { farm: farm.farm, name: 'Calves', animal_type: farm.cows, animal_count: 3 });
  const { id, version } = await note(farm, 'moved to the new barn', { group: gone.id });
  expect((await owner(farm).delete(`manager/groups/${gone.id}/`)).status).toBe(204);
  const { data } = await owner(farm).put(`${path}${id}/`, { group: gone.id, text: 'moved to the old barn', version });
  expect(data).toMatchObject({ subject_name: 'Calves', text: 'moved to the old barn' });
  const history = (await owner(farm).get(`history/remarks/?id=${id}`)).data;
  expect(history.map(({ type, after }: { type: string; after: RemarkRow }) => [type, after.text])).toEqual([
    ['update', 'moved to the old barn'],
    ['create', 'moved to the new barn'],
  ]);
});

test('a row is marked by nothing that contradicts it', () => {
  const id = fc.option(fc.integer({ min: 1, max: 3 }), { nil: null });
  const day = fc.constantFrom('2026-04-08', '2026-04-09');
  const subjects = ['group', 'ingredient', 'ration', 'mixer'] as const;
  const remarks = fc.record({
    date: day,
    farm: fc.integer({ min: 1, max: 2 }),
    kind: fc.option(fc.constantFrom(...subjects), { nil: null }),
    of: fc.integer({ min: 1, max: 3 }),
  });
  const rows = fc.record({ day: fc.option(day, { nil: null }), farm_id: id, group_id: id, ingredient_id: id, ration_id: id, mixer_id: id });
  fc.assert(
    fc.property(remarks, rows, ({ date, farm: at, kind, of }, row) => {
      const about = Object.fromEntries(subjects.map((one) => [one, one === kind ? of : null]));
      const marked = isOf({ ...about, date, farm: at } as unknown as RemarkRow, row);
      const own = kind && row[`${kind}_id`];
      const contradicted = (row.day && row.day !== date) || (row.farm_id && row.farm_id !== at) || (own && own !== of);
      if (contradicted) expect(marked).toBe(false);
      else if (own) expect(marked).toBe(true);
      if (!row.day && !own) expect(marked).toBe(false);
    }),
  );
});
