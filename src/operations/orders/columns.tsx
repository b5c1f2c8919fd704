import type { TFunction } from 'i18next';
import { OrderState, type orders } from '#contract/operations/orders.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import classes from './orders.module.css';

export type Order = RowOf<typeof orders>;

export const orderStates = (t: TFunction) =>
  OrderState.options.map((state) => ({ value: state, label: t(`pages:orders.states.${state}`) }));

const getOrderState = ({ left, late }: Order) => (left === 0 ? 'received' : late ? 'late' : 'expected');

/** Sum and note are in the form, so that the other columns have enough width. */
export const orderColumns = (t: TFunction): ListColumn<Order>[] => [
  { key: 'ingredient_name', label: t('pages:orders.ingredient'), sort: 'ingredient_name' },
  { key: 'company_name', label: t('pages:orders.company'), sort: 'company_name' },
  { key: 'from', label: t('pages:orders.from'), kind: 'date', sort: 'from' },
  { key: 'to', label: t('pages:orders.to'), kind: 'date', sort: 'to' },
  {
    key: 'state',
    label: t('pages:orders.state'),
    value: (row) => t(`pages:orders.states.${getOrderState(row)}`),
    render: (row) => (
      <span className={classes.state} data-state={getOrderState(row)}>
        {t(`pages:orders.states.${getOrderState(row)}`)}
      </span>
    ),
  },
  { key: 'kg', label: t('pages:orders.kg'), kind: 'weight', sort: 'kg' },
  { key: 'received', label: t('pages:orders.received'), kind: 'weight', sort: 'received' },
  { key: 'left', label: t('pages:orders.left'), kind: 'weight', sort: 'left' },
  { key: 'over', label: t('pages:orders.over'), kind: 'weight', secondary: true, value: ({ over }) => over || null },
  { key: 'price', label: t('pages:orders.price'), kind: 'price', sort: 'price' },
  { key: 'farm_name', label: t('pages:orders.farm') },
];
