import type { TFunction } from 'i18next';
import type { companies } from '#contract/operations/companies.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';

export type Company = RowOf<typeof companies>;

export const companyColumns = (t: TFunction): ListColumn<Company>[] => [
  { key: 'name', label: t('operations:companies.name'), sort: 'name' },
  { key: 'registration_code', label: t('operations:fields.registration_code'), sort: 'registration_code' },
  { key: 'farms_count', label: t('operations:companies.farms_count'), kind: 'count', sort: 'farms_count' },
  { key: 'stocks_count', label: t('operations:companies.stocks_count'), kind: 'count', sort: 'stocks_count' },
];
