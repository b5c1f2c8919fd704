import type { TFunction } from 'i18next';
import { offers } from '#contract/operations/offers.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import { offerColumns } from './columns.ts';

interface OfferFile {
  query: Query;
  /** The farm of rows that name none. */
  farm: number | undefined;
  writes: boolean;
}

const READ = ['ingredient_name', 'company_name', 'price', 'from', 'until', 'kg', 'farm_name', 'note'];

/** The offers; an imported row without a number is matched by supplier, feed and first day, so that a price list can be read again. */
export const offerFile = (t: TFunction, { query, farm, writes }: OfferFile): ListFile => ({
  title: t('operations:offers.title'),
  columns: offerColumns,
  source: { resource: offers, query },
  imports: writes
    ? { fields: READ.map((key) => ({ key })), texts: 'nutrients', ids: true, byName: false, about: t('nutrients:offers.import_hint'), farm }
    : undefined,
});
