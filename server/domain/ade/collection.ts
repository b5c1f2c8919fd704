import { type RawBuilder, sql } from 'kysely';
import { ADE_SCHEME, type AdeQuery } from '#contract/ade.ts';
import type { ExternalId, ExternalKind } from '#contract/external-ids.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import type { Db } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { selectExternalIds } from '#server/platform/resource/external-ids.ts';
import type { AdeLocation } from './location.ts';

/** A row of a collection: the columns that each collection has. */
export interface AdeRow {
  /** The id in the answer, unique in the collection. */
  id: string;
  modified: string;
  deleted: boolean;
}

/** SQL of a row's last change in its history. Rows without history, as those of an import in bulk, are as old as the client. */
export const selectModified = (client: number, since: string, resource: ResourceId, id: string): RawBuilder<unknown> => sql`
  coalesce((select h.at from history h where h.client_id = ${client} and h.resource = ${sql.lit(resource)} and h.resource_id = ${sql.raw(id)}
    order by h.id desc limit 1), ${since}::timestamptz)`;

export const selectIdentifiers = (resource: ExternalKind, row = 't') => sql.raw(selectExternalIds(resource, row));
export const toIdentifiers = (ids: readonly ExternalId[]) => ids.map(({ system, id }) => ({ id, scheme: system }));

export const toIdentifier = (id: number | string) => ({ id: String(id), scheme: ADE_SCHEME });
export const toQuantity = (value: number) => ({ unitCode: 'KGM' as const, value });

/** The fields that all resources share. */
export function toResource<Type extends string>(context: ClientContext, location: AdeLocation, type: Type, row: AdeRow) {
  const { publicUrl } = context.services;
  const source = publicUrl || ADE_SCHEME;
  return {
    resourceType: type,
    id: row.id,
    meta: { source, sourceId: row.id, isDeleted: row.deleted, modified: row.modified },
    location: { id: location.named.id, scheme: location.named.scheme },
  };
}

interface Collecting<Row extends AdeRow> {
  query: AdeQuery;
  /** The path of the collection, for its links. */
  path: string;
  /** Query parameters of the links, in addition to those of `AdeQuery`. */
  range?: Readonly<Record<string, string | undefined>>;
  /** SQL of all rows, with the columns of `AdeRow`. */
  rows: RawBuilder<unknown>;
  /** SQL of the order. */
  order: string;
  toMember: (row: Row) => object;
  db?: Db;
}

/** Returns a page of the rows that changed in the range of the query, as a collection with links. */
export async function collect<Row extends AdeRow>(context: ClientContext, collecting: Collecting<Row>) {
  const { query, rows, order, toMember, db = context.db } = collecting;
  const { 'meta-modified-from': from, 'meta-modified-to': to, page, page_size: size } = query;
  const hits = sql`
    hit as (select * from (${rows}) t
      where ${from ? sql`t.modified >= ${from}::timestamptz` : sql`not t.deleted`} ${to ? sql`and t.modified <= ${to}::timestamptz` : sql``})`;
  const { rows: found } = await sql<Row & { total: number }>`
    with ${hits} select *, count(*) over () as total from hit order by ${sql.raw(order)} limit ${size} offset ${(page - 1) * size}`.execute(
    db,
  );
  const total = found[0]?.total ?? (page === 1 ? 0 : await countHits(db, hits));
  return { view: buildView(context, collecting, total), member: found.map(toMember) };
}

async function countHits(db: Db, hits: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`with ${hits} select count(*) as total from hit`.execute(db);
  return rows[0]?.total ?? 0;
}

function buildView<Row extends AdeRow>(context: ClientContext, { query, path, range = {} }: Collecting<Row>, totalItems: number) {
  const { page, page_size: pageSize } = query;
  const totalPages = Math.max(1, Math.ceil(totalItems / pageSize));
  const link = (to: number) => {
    const given = { ...query, ...range, page: to };
    const pairs = Object.entries(given).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    return `${context.services.publicUrl}/api${path}/?${new URLSearchParams(pairs)}`;
  };
  return {
    totalItems,
    totalPages,
    pageSize,
    currentPage: page,
    first: link(1),
    ...(page > 1 ? { prev: link(Math.min(page - 1, totalPages)) } : {}),
    ...(page < totalPages ? { next: link(page + 1) } : {}),
    last: link(totalPages),
  };
}

/** The path of a location's collection. */
export const findPath = ({ named }: AdeLocation, name: string) =>
  `/ade/locations/${encodeURIComponent(named.scheme)}/${encodeURIComponent(named.id)}/${name}`;
