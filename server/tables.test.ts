import { type RawBuilder, sql } from 'kysely';
import { describe, expect } from 'vitest';
import { OPTION_SOURCES, type OptionFilter } from '#contract/option-sources.ts';
import { allReports } from '#contract/reports/index.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { namesOf } from '#server/platform/resource/import/names.ts';
import { onFarms } from '#server/platform/resource/list.ts';
import { tableOfFilter } from '#server/platform/table-basics.ts';
import { test as base } from '#tests/support/test.ts';
import { operationsEndpoints } from './operations/index.ts';
import { tablesOf } from './platform/resource/resource.ts';
import { tables } from './tables.ts';

const test = base
  .override({ template: 'tiny' })
  .extend('owner', { scope: 'file' }, ({ api }) => api.signIn('owner@manger.test'))
  .extend('context', { scope: 'file' }, async ({ api, owner }) => {
    const { client } = (await owner.get<{ client: number }>('auth/me/')).data;
    return { client, db: api.database.forClient(client), services: api.services } as ClientContext;
  })
  .extend('places', { scope: 'file' }, async ({ context }) => {
    const farms = context.db.selectFrom('farm').select(['id', 'company_id as company', 'name', 'timezone']);
    return farms.where('client_id', '=', context.client).orderBy('id').execute();
  });

const ids = async ({ db, client }: ClientContext, table: string, where: RawBuilder<unknown>): Promise<number[]> =>
  (
    await sql<{ id: number }>`select t.id from ${sql.table(table)} t where t.client_id = ${client} and ${where} order by t.id`.execute(db)
  ).rows.map(({ id }) => id);

/** Of a client, with a name of its own: what a file may name, without a word about files. */
const NAMED = tablesOf(operationsEndpoints).filter(({ contract, fields }) => 'name' in contract.row.shape && !fields?.name);

describe('a table says by itself', () => {
  test.for(NAMED.map((table) => [table.contract.id, table] as const))(
    'where a file may name its rows: %s',
    async ([, table], { context, places }) => {
      const alive = table.remove === 'soft' ? sql`not t.deleted` : sql`true`;
      const all = await ids(context, table.table, alive);
      await context.db.transaction().execute(async (tx) => {
        const nameOf = await namesOf(tx, context, table, all);
        for (const place of places) {
          const named = all.filter((id) => nameOf(id, place, 'field', () => undefined) === id);
          expect(named).toEqual(await ids(context, table.table, sql`${alive} and ${onFarms(table, [place.id])}`));
        }
      });
    },
  );

  const FILTERS = (Object.keys(OPTION_SOURCES) as OptionFilter[]).filter((filter) => filter !== 'worker' && filter !== 'blank');
  test.for(FILTERS)('what the filter %s offers: what its list has', async (filter, { owner, places }) => {
    const report = allReports.find(({ filters }) => filters.includes(filter))!;
    const { contract } = tablesOf(operationsEndpoints).find((one) => one === tableOfFilter(tables, filter))!;
    for (const farm of [null, ...places.map(({ id }) => id)]) {
      const narrowed = farm === null || !('farm' in contract.filters) ? '' : `&farm=${farm}`;
      const idsOf = async (path: string) => {
        const { data } = await owner.get<{ id: number }[]>(path);
        return data.map(({ id }) => id).sort((a, b) => a - b);
      };
      const offered = await idsOf(`report/${report.id}/options/?filter=${filter}${narrowed}`);
      expect(offered).toEqual(await idsOf(`${contract.path}/?page_size=1000${narrowed}`));
      if (farm === null) expect(offered.length).toBeGreaterThan(0);
    }
  });
});
