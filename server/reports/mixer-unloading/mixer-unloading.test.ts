import { describe, expect } from 'vitest';
import { expectFigures } from '#tests/support/reports/compare.ts';
import { feedingsOf } from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { compareUploads, uploadFigures } from '#tests/support/reports/uploads.ts';
import { before, type DiceWorld, FILTERS, FROM, narrowed, range, reportOf, TO } from '#tests/support/reports/world.ts';

const report = (world: DiceWorld, path: string) => reportOf(world.client.owner, path);

describe('mixer uploads equal an independent recomputation', () => {
  test.for(FILTERS)('%s', async (name, { world }) => {
    const { query, wanted } = narrowed(world, name);
    const data = await report(world, `upload/?${range}${query}`);
    expect(data.rows.length).toBeGreaterThan(5);
    compareUploads(data, world.raw, wanted, { ...wanted, ...before });
  });

  test.for(FILTERS)('fed quantities and their cost equal the feeding plan: %s', async (name, { world }) => {
    const { query } = narrowed(world, name);
    const [uploads, planfeed] = [await report(world, `upload/?${range}${query}`), await report(world, `planfeed/?${range}${query}`)];
    for (const key of ['plan', 'waiting', 'not_recorded', 'fact', 'deviation', 'cost'])
      expect(uploads.totals[key]).toEqual(planfeed.totals[key]);
  });
});

describe('the detail', () => {
  test('lists the groups in the order of unloading, and adds up to the row', async ({ world }) => {
    const { rows } = await report(world, `upload/?${range}&farm=${world.kyiv.id}&status=uploaded`);
    const row = rows.find(({ fact }) => Number(fact) > 0)!;
    const detail = await report(world, `upload/${row.id}/detail/`);
    const own = feedingsOf(world.raw, { farms: [world.kyiv.id], from: FROM, to: TO }).filter(({ schedule }) => schedule === row.id);
    expect(detail.rows.map(({ group_id }) => group_id)).toEqual(own.map(({ group }) => group));
    expect(detail.rows.map(({ position }) => position)).toEqual(own.map((_, index) => index + 1));
    for (const line of detail.rows) {
      const feeding = own.filter(({ group }) => group === line.group_id);
      expectFigures(line, { ...uploadFigures(feeding), heads: feeding[0]!.heads }, `group ${line.group}`);
      expect(line.unloading_admittance_kept).toBe(Math.abs(Number(line.fact) - Number(line.plan)) <= 30 + 1e-9);
      expect(line.beyond).toBe(!line.unloading_admittance_kept);
    }
    for (const key of ['plan', 'fact', 'deviation', 'bullseye', 'cost', 'unloading_cost_of_error'])
      expect(detail.totals[key]).toEqual(row[key]);
    expect(detail.series[0]!.rows).toHaveLength(own.length);
    expect(detail.title).toContain(String(row.mixer));
  });

  test('shows an unloading that has not ended as far as it has come', async ({ world }) => {
    const open = world.raw.schedules.find(
      (s) =>
        s.status === 'out_process' && !s.deleted && world.raw.groups.some((g) => g.schedule_id === s.id && g.fact !== null) && !s.ignored,
    )!;
    const detail = await report(world, `upload/${open.id}/detail/`);
    const given = world.raw.groups.filter((g) => g.schedule_id === open.id && g.fact !== null);
    expect(detail.rows.filter(({ fact }) => fact !== null)).toHaveLength(given.length);
    expect(detail.totals.fact).toBeCloseTo(
      given.reduce((sum, { fact }) => sum + Number(fact), 0),
      6,
    );
  });

  test.for(['99999999', 'x', '1.5'])('refuses a row that doesn’t exist: %s', async (key, { world }) => {
    expect((await world.client.owner.get(`report/upload/${key}/detail/`)).status).toBe(404);
  });
});

test('a mixer’s tolerance of 0 is none: nothing is beyond it, and nothing keeps to it', async ({ world }) => {
  const { client, kyiv, raw } = world;
  const db = world.api.database.forClient(client.id);
  const mixers = db.updateTable('mixer').where('client_id', '=', client.id).where('id', '=', kyiv.mixers[0]!);
  const { id } = raw.schedules.find(({ mixer_id, status, ignored }) => mixer_id === kyiv.mixers[0] && status === 'uploaded' && !ignored)!;
  await mixers.set({ loading_admittance: 0, unloading_admittance: 0 }).execute();
  for (const [path, key] of [
    ['load', 'admittance_kept'],
    ['upload', 'unloading_admittance_kept'],
  ] as const) {
    const { rows, totals } = await reportOf(client.owner, `${path}/${id}/detail/`);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toMatchObject({ [key]: null, beyond: null });
    expect(totals[key]).toBeNull();
    const list = await reportOf(client.owner, `${path}/?${range}&farm=${kyiv.id}`);
    for (const row of list.rows) expect(row.beyond).toBe(row.mixer_id === kyiv.mixers[0] ? null : undefined);
  }
  await mixers.set({ loading_admittance: 25, unloading_admittance: 30 }).execute();
});
