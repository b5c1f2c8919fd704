import { unzipSync } from 'fflate';
import i18next from 'i18next';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { toPdf } from '#common/files/pdf/pdf.ts';
import { toXlsx } from '#common/files/xlsx/xlsx.ts';
import { LANGUAGES, type Language } from '#contract/kinds.ts';
import { reports } from '#contract/reports/index.ts';
import type { FileFormat } from '#contract/reports/subscriptions.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import { reportsServers } from '#server/reports/index.ts';
import { testInput } from '#tests/support/export-input.ts';
import { DAILY, makeSaved } from '#tests/support/reports/subscriptions.ts';
import { test } from '#tests/support/test.ts';
import { activeSubscriptions } from './active-subscriptions.ts';
import { contentOf } from './content.ts';
import { inThread, makeFile, TooLarge } from './file.ts';

/** The file without its time of creation. */
const timeless: Record<FileFormat, (bytes: Uint8Array) => unknown> = {
  xlsx: (bytes) =>
    Object.fromEntries(
      Object.entries(unzipSync(bytes))
        .filter(([name]) => name !== 'docProps/core.xml')
        .map(([name, part]) => [name, Buffer.from(part).toString()]),
    ),
  pdf: (bytes) =>
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/\/CreationDate \(.*?\)/g, '')
      .replace(/\/ID \[.*?\]/g, ''),
};
const inBrowser = { xlsx: toXlsx, pdf: toPdf };

describe.each(['xlsx', 'pdf'] as const)('a %s of a thread', (format) => {
  test("equals the browser's file of the same rows byte for byte", async () => {
    const input = testInput(300);
    expect(timeless[format](await makeFile(format, input, inThread))).toEqual(timeless[format](await inBrowser[format](input)));
  });

  test('an oversized file is refused before it allocates memory', async () => {
    const row = testInput(1).rows[0]!;
    const input = { ...testInput(1), rows: Array.from({ length: format === 'xlsx' ? 90_000 : 6_000 }, () => row) };
    await expect(makeFile(format, input, inThread)).rejects.toBeInstanceOf(TooLarge);
  });
});

test('files are made one after the other, and one that fails holds up none', async () => {
  const broken = { ...testInput(1), columns: null } as never;
  const [wrong, right] = await Promise.allSettled([makeFile('xlsx', broken, inThread), makeFile('xlsx', testInput(1), inThread)]);
  expect([wrong.status, right.status]).toEqual(['rejected', 'fulfilled']);
});

test.override('template', 'tiny');
describe('file of a saved filter', () => {
  test('holds what the screen would save, in every language', async ({ api, mail: _ }) => {
    const owner = await api.signIn('owner@manger.test');
    const farm = (await owner.get('manager/farms/dashboard/')).data[0];
    const groups = (await owner.get('manager/groups/list/?page_size=2')).data as { id: number; name: string }[];
    const saved = await makeSaved(owner, farm.id, {
      report_type: 'planfeed',
      filters: {
        farm: [String(farm.id)],
        group: groups.map(({ id }) => String(id)),
        planned_on_after: '2026-01-01',
        planned_on_before: '2026-01-07',
      },
    });
    const { id } = (await owner.post('report/subscriptions/', { saved: saved.id, ...DAILY })).data;
    const [standing] = await activeSubscriptions(api.database.acrossClients(), 'client', sql`s.id = ${id}`);
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    const answer = await owner.get(
      `report/planfeed/?farm=${farm.id}&group=${groups.map((group) => group.id).join()}&planned_on_after=${day}&planned_on_before=${day}`,
    );
    expect(answer.data.rows.length).toBeGreaterThan(0);
    for (const language of LANGUAGES) {
      const { input } = await contentOf(api.services, reportsServers, { ...standing!, language }, { after: day, before: day });
      if ('statements' in input || 'tiles' in input) throw new Error('a report went out as a printed form');
      const t = await textsOf(language);
      expect(input.title).toBe(t(reports.planfeed.label));
      expect(input.rows.map((row) => row.fact)).toEqual(answer.data.rows.map((row: { fact: number }) => row.fact));
      expect(input.columns.map(({ key }) => key)).not.toContain('dry_matter');
      expect(input.totals.cost).toBe(answer.data.totals.cost);
      const values = input.lines.map(({ value }) => value);
      expect(values).toEqual(expect.arrayContaining([farm.name, groups.map(({ name }) => name).join(', ')]));
      // All texts exist: a missing text would be shown as its key.
      expect(JSON.stringify({ ...input, rows: [] })).not.toMatch(/"(core|reports):/);
      expect(JSON.stringify(input.columns)).not.toMatch(/[a-z]+_[a-z]+\.[a-z]/);
    }
    expect(
      new Set(await Promise.all(LANGUAGES.map(async (one: Language) => (await textsOf(one))('reports:grid.total')))).size,
    ).toBeGreaterThan(7);
    expect(i18next.isInitialized).toBeFalsy();
  });
});
