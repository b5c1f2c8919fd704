import { type RawBuilder, sql } from 'kysely';
import { describe, expect } from 'vitest';
import { SEARCHED } from '#contract/operations/search.ts';
import { OPTION_SOURCES, type OptionFilter } from '#contract/option-sources.ts';
import { allReports } from '#contract/reports/index.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { onFarms } from '#server/platform/resource/conditions.ts';
import { namesOf } from '#server/platform/resource/import/names.ts';
import type { Table } from '#server/platform/resource/table.ts';
import { tableOfFilter } from '#server/platform/table-basics.ts';
import { test as base } from '#tests/support/test.ts';
import { operationsEndpoints } from './operations/index.ts';
import { BROADCAST } from './platform/http/stream.ts';
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
      const readSortedIds = async (path: string) => {
        const { data } = await owner.get<{ id: number }[]>(path);
        return data.map(({ id }) => id).sort((a, b) => a - b);
      };
      const offered = await readSortedIds(`report/${report.id}/options/?filter=${filter}${narrowed}`);
      expect(offered).toEqual(await readSortedIds(`${contract.path}/?page_size=1000${narrowed}`));
      if (farm === null) expect(offered.length).toBeGreaterThan(0);
    }
  });
});

/** What of the installation only those are told of who may see all accounts. */
const TOLD_TO_ADMINISTRATORS: Partial<Record<ResourceId, string>> = {
  users: 'who may not see accounts has no screen of them',
  mixerbrands: 'the catalogue changes seldom, and forms read it when they open',
  mixermodels: 'the catalogue changes seldom, and forms read it when they open',
  mixeritems: 'the catalogue changes seldom, and forms read it when they open',
};

/** What a search of its own list finds, and the palette doesn't. */
const FOUND_ON_ITS_SCREEN: Partial<Record<ResourceId, string>> = {
  accessgroups: 'a handful, of the settings',
  additional: 'saved reports stand in the menu, blanks in the settings',
  analyses: 'called as the feed that was sampled, which is found',
  animaltypes: 'a handful, of the settings',
  batches: 'called as what they make, which is found',
  bonusrules: 'a few for each farm, on one screen',
  bunkscores: 'called as their group, which is found',
  calls: 'called as their group, which is found',
  companies: 'a handful, which the choice of a farm has',
  deliverycompanies: 'a company’s name finds its deliveries',
  deliverydocuments: 'found by their deliveries',
  drymatter: 'called as the feed that was measured, which is found',
  employees: 'people of the settings',
  farms: 'the palette has all of them without asking',
  groupowners: 'called as their groups and owners, read on one screen',
  harvests: 'called as the feed that came in, which is found',
  ingredienttypes: 'a handful, of the settings',
  leftovers: 'called as their group, which is found',
  loadings: 'a day’s periods, on the screen of its feedings',
  norms: 'called as their groups and nutrients, read on one screen',
  nutrients: 'a handful, on one screen',
  offers: 'called as the feed that is offered, which is found',
  openings: 'called as their feed, which is found',
  month_closes: 'months have a screen of their own',
  boards: 'a handful, on one screen',
  orders: 'called as the feed that is to come, which is found',
  ownerlines: 'called as their owner, read on one screen',
  packs: 'called as their feed, which is found',
  papers: 'listed by their month, on the screen of closed months',
  periods: 'a handful, on one screen',
  remarks: 'read beside the days that they are of',
  scenarios: 'a handful, which the report on supply offers',
  schedules: 'a day’s feedings, called as their rations, which are found',
  serviceplans: 'a few for each mixer, on one screen',
  services: 'called as their plans and mixers, read on one screen',
  signalrules: 'a few for each farm, on one screen',
  signals: 'read on their screen, by what they cost',
  subscriptions: 'stand with the saved report that they send',
  transfers: 'called as the feed that was moved, which is found',
};

describe('a resource isn’t forgotten', () => {
  const sorted = (ids: Iterable<string>) => [...ids].sort();
  test('by what tells of changes to whoever works for several clients', () => {
    const ofInstallation = [...tables].filter(([, table]) => (table as Table).installation).map(([id]) => id);
    expect(sorted(ofInstallation)).toEqual(sorted([...BROADCAST, ...Object.keys(TOLD_TO_ADMINISTRATORS)]));
  });
  test('by the search of the palette', () => {
    const searched = [...tables].filter(([, table]) => !(table as Table).installation && (table as Table).search).map(([id]) => id);
    expect(sorted(searched)).toEqual(sorted([...SEARCHED, ...Object.keys(FOUND_ON_ITS_SCREEN)]));
  });
});
