import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { orders } from '#contract/operations/orders.ts';
import type { RowOf } from '#contract/resource.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useList, useRow } from '#src/core/resource/queries.ts';

export type Order = RowOf<typeof orders>;

interface OrderSelectProps {
  label: string;
  /** True if the label is for screen readers only, because the field is in a line with others. */
  unseen?: boolean;
  ingredient: number | null;
  /** null for any supplier. */
  company: number | null;
  readOnly?: boolean;
  value: number | null;
  onChange: (order: Order | null) => void;
  error?: ReactNode;
}

const OPEN = { state: 'expected,late', ordering: 'to', page_size: 1000 } as const;

/** The open orders of a feed, and the chosen one; hidden without any. */
export function OrderSelect({ label, unseen, ingredient, company, value, onChange, readOnly, error }: OrderSelectProps) {
  const { t } = useTranslation(['pages', 'core']);
  const format = useFormat();
  // All open orders of a supplier, so that all lines of a document share the request.
  const query = { ...(company === null ? { ingredient: ingredient ?? undefined } : { company }), ...OPEN };
  const open = useList(orders, query, { enabled: ingredient !== null, of: ['deliveries'] });
  const chosen = useRow(orders, value ?? undefined);
  const rows = ingredient === null || open.isPlaceholderData ? [] : (open.data?.rows ?? []);
  const found = rows.filter((order) => order.ingredient === ingredient);
  const own = chosen.data && value !== null && !found.some(({ id }) => id === value) ? [chosen.data] : [];
  const offered = [...own, ...found];
  if (offered.length === 0) return null;
  const unit = t(format.unit('weight'));
  return (
    <Select
      {...(unseen ? { 'aria-label': label } : { label })}
      placeholder={t('pages:orders.none')}
      data={offered.map(({ id, company_name, left, to }) => ({
        value: String(id),
        label: `${company_name}, ${format.value('date', to)}: ${format.value('weight', left)}\u00a0${unit}`,
      }))}
      clearable={!readOnly}
      readOnly={readOnly}
      value={value === null ? null : String(value)}
      onChange={(next) => onChange(offered.find(({ id }) => String(id) === next) ?? null)}
      error={error}
    />
  );
}
