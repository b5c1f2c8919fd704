import type { TFunction } from 'i18next';
import type { ExternalId, ExternalKind } from '#contract/external-ids.ts';
import { deliveries } from '#contract/operations/deliveries.ts';
import { deliveryCompanies } from '#contract/operations/delivery-companies.ts';
import { farms } from '#contract/operations/farms.ts';
import { groups } from '#contract/operations/groups.ts';
import { ingredients } from '#contract/operations/ingredients.ts';
import { mixers } from '#contract/operations/mixers.ts';
import { rations } from '#contract/operations/rations.ts';
import { stocks } from '#contract/operations/stocks.ts';
import type { Resource } from '#contract/resource.ts';
import type { Item } from '#contract/rights.ts';

/** A row that other programs may know, of any list. */
export interface KnownRow {
  id: number;
  version: number;
  name?: string;
  ingredient_name?: string;
  delivered_at?: string;
  external_ids: ExternalId[];
}

export interface KnownList {
  kind: ExternalKind;
  resource: Resource;
  /** The path of the list, if it isn't the resource's own. */
  listAt?: string;
  permission: Item;
  /** By default `name`. */
  ordering?: string;
  title: (t: TFunction) => string;
  /** Files of the list can be imported. */
  hasImport?: true;
}

/** The lists in the order of the choice. */
export const KNOWN_LISTS: readonly KnownList[] = [
  {
    kind: 'ingredients',
    resource: ingredients,
    permission: 'ingredient',
    title: (t) => t('operations:ingredients.title'),
    hasImport: true,
  },
  { kind: 'rations', resource: rations, permission: 'ration', title: (t) => t('operations:rations.title'), hasImport: true },
  { kind: 'groups', resource: groups, permission: 'group', title: (t) => t('operations:groups.title'), hasImport: true },
  { kind: 'mixers', resource: mixers, permission: 'mixer', title: (t) => t('operations:mixers.title') },
  { kind: 'stocks', resource: stocks, permission: 'stock', title: (t) => t('operations:stocks.title') },
  {
    kind: 'deliverycompanies',
    resource: deliveryCompanies,
    permission: 'delivery_company',
    title: (t) => t('operations:delivery_companies.title'),
  },
  {
    kind: 'deliveries',
    resource: deliveries,
    permission: 'delivery',
    ordering: '-delivered_at',
    title: (t) => t('operations:deliveries.title'),
    hasImport: true,
  },
  { kind: 'farms', resource: farms, listAt: `${farms.path}/dashboard`, permission: 'farm', title: (t) => t('operations:farms.title') },
];

/** A delivery has no name: its feed and its day name it. */
export const nameRow = ({ name, ingredient_name, delivered_at }: KnownRow) => name ?? `${ingredient_name} ${delivered_at?.slice(0, 10)}`;
