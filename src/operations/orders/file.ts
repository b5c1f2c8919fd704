import type { TFunction } from 'i18next';
import { orders } from '#contract/operations/orders.ts';
import type { Query } from '#src/core/api/query-string.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import { orderColumns } from './columns.tsx';

interface OrderFile {
  query: Query;
  /** The farm of rows that name none. */
  farm: number | undefined;
  writes: boolean;
}

const READ = ['ingredient_name', 'company_name', 'from', 'to', 'kg', 'price', 'farm_name', 'note'];

/** The orders; an imported row without a number is matched by supplier, feed and first day. */
export const orderFile = (t: TFunction, { query, farm, writes }: OrderFile): ListFile => ({
  title: t('operations:orders.title'),
  columns: (t) => [...orderColumns(t), { key: 'note', label: t('pages:orders.note') }],
  source: { resource: orders, query },
  imports: writes
    ? {
        fields: READ.map((key) => ({ key })),
        texts: 'pages',
        ids: true,
        byName: false,
        about: t('pages:orders.import_hint'),
        farm,
      }
    : undefined,
});
