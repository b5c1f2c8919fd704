import { sql } from 'kysely';
import type { AdeQuery } from '#contract/ade.ts';
import type { ExternalId } from '#contract/external-ids.ts';
import {
  type AdeRow,
  collect,
  findPath,
  selectIdentifiers,
  selectModified,
  toIdentifier,
  toIdentifiers,
  toQuantity,
  toResource,
} from '#server/domain/ade/collection.ts';
import type { AdeLocation } from '#server/domain/ade/location.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ingredientVisibleTo } from '#server/platform/resource/visible-to.ts';

interface NamedRow extends AdeRow {
  name: string;
  external_ids: ExternalId[];
}
export type Listing = (context: ClientContext, location: AdeLocation, query: AdeQuery) => ReturnType<typeof collect>;

interface FeedRow extends NamedRow {
  type: number;
  dry_matter: number;
}

/** The feeds that the farm may use: its own, and those in stores that its company shares. */
export const listFeeds: Listing = (context, location, query) =>
  collect<FeedRow>(context, {
    query,
    path: findPath(location, 'feeds'),
    order: 'id::bigint',
    rows: sql`
      select t.id::text, ${selectModified(context.client, location.since, 'ingredients', 't.id')} as modified, t.deleted, t.name, t.type_id as type,
        t.dry_matter, ${selectIdentifiers('ingredients')} as external_ids
      from ingredient t where t.client_id = ${context.client} and ${ingredientVisibleTo([location.farm])}`,
    toMember: (row) => ({
      ...toResource(context, location, 'icarFeedResource', row),
      identifiers: toIdentifiers(row.external_ids),
      name: row.name,
      type: toIdentifier(row.type),
      properties: [{ propertyIdentifier: toIdentifier('dry_matter'), name: 'dry matter, %', value: row.dry_matter }],
      active: !row.deleted,
    }),
  });

interface RationRow extends NamedRow {
  feeds: { feed: number; percent: number }[];
}

export const listRations: Listing = (context, location, query) =>
  collect<RationRow>(context, {
    query,
    path: findPath(location, 'rations'),
    order: 'id::bigint',
    rows: sql`
      select t.id::text, ${selectModified(context.client, location.since, 'rations', 't.id')} as modified, t.deleted, t.name,
        ${selectIdentifiers('rations')} as external_ids, (
          select coalesce(jsonb_agg(jsonb_build_object('feed', i.ingredient_id, 'percent', i.percent) order by i.position), '[]'::jsonb)
          from ration_item i where i.client_id = t.client_id and i.ration_id = t.id
        ) as feeds
      from ration t where t.client_id = ${context.client} and t.farm_id = ${location.farm}`,
    toMember: (row) => ({
      ...toResource(context, location, 'icarRationResource', row),
      identifiers: toIdentifiers(row.external_ids),
      name: row.name,
      feeds: row.feeds.map(({ feed, percent }) => ({ feedId: toIdentifier(feed), percentage: percent })),
      active: !row.deleted,
    }),
  });

interface StorageRow extends NamedRow {
  feed: string;
  capacity: number;
  rest: number;
}

/** A store holds several feeds and the standard's storage one, so each feed of a store is a storage. Its stock changes with the ledger. */
export const listFeedStorages: Listing = (context, location, query) =>
  collect<StorageRow>(context, {
    query,
    path: findPath(location, 'feed-storages'),
    order: 'stock, feed::bigint',
    rows: sql`
      select s.id || '_' || t.id as id, s.id as stock, t.id::text as feed, s.name || ' · ' || t.name as name, s.capacity, t.rest,
        t.deleted or s.deleted as deleted, ${selectIdentifiers('stocks', 's')} as external_ids,
        greatest(${selectModified(context.client, location.since, 'stocks', 's.id')}, ${selectModified(context.client, location.since, 'ingredients', 't.id')},
          (select max(l.created_at) from ledger l where l.client_id = t.client_id and l.ingredient_id = t.id)) as modified
      from ingredient t join stock s on s.client_id = t.client_id and s.id = t.stock_id
      where t.client_id = ${context.client} and not t.water and ${ingredientVisibleTo([location.farm])}`,
    toMember: (row) => ({
      ...toResource(context, location, 'icarFeedStorageResource', row),
      identifiers: toIdentifiers(row.external_ids),
      name: row.name,
      isActive: !row.deleted,
      feedId: row.feed,
      ...(row.capacity > 0 ? { capacity: toQuantity(row.capacity) } : {}),
      quantityAvailable: toQuantity(row.rest),
    }),
  });

/** Mixer wagons. */
export const listDevices: Listing = (context, location, query) =>
  collect<NamedRow & { model: string }>(context, {
    query,
    path: findPath(location, 'devices'),
    order: 'id::bigint',
    rows: sql`
      select t.id::text, ${selectModified(context.client, location.since, 'mixers', 't.id')} as modified, t.deleted, t.name, t.model,
        ${selectIdentifiers('mixers')} as external_ids
      from mixer t where t.client_id = ${context.client} and t.farm_id = ${location.farm}`,
    toMember: (row) => ({
      ...toResource(context, location, 'icarDeviceResource', row),
      identifiers: toIdentifiers(row.external_ids),
      name: row.name,
      description: row.model,
      isActive: !row.deleted,
    }),
  });

export const listAnimalSets: Listing = (context, location, query) =>
  collect<NamedRow & { heads: number }>(context, {
    query,
    path: findPath(location, 'animal-sets'),
    order: 'id::bigint',
    rows: sql`
      select t.id::text, ${selectModified(context.client, location.since, 'groups', 't.id')} as modified, t.deleted, t.name, t.animal_count as heads,
        ${selectIdentifiers('groups')} as external_ids
      from animal_group t where t.client_id = ${context.client} and t.farm_id = ${location.farm}`,
    toMember: (row) => ({
      ...toResource(context, location, 'icarAnimalSetResource', row),
      identifiers: toIdentifiers(row.external_ids),
      name: row.name,
      purpose: 'Feeding',
      member: [],
      countObserved: row.heads,
    }),
  });
