import { Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import { AddressLines } from './addresses.tsx';
import { reportText, resultText, turnText } from './texts.ts';
import type { Subscription } from './values.ts';

const wayText = ({ way, recipients }: Subscription, t: TFunction) =>
  way === 'link' ? t('pages:sending.ways.link') : recipients.join(', ');

/** Columns of the list; times are in each farm's timezone. */
export function subscriptionColumns(t: TFunction, formatOf: (timezone: string) => Formatter): ListColumn<Subscription>[] {
  const next = (row: Subscription) => {
    const format = formatOf(row.timezone);
    const instant = row.way === 'link' ? row.link_expires_at : row.next_at;
    if (instant === null) return '';
    const at = format.value('datetime', instant);
    return row.way === 'link' ? t('pages:sending.until', { at }) : at;
  };
  return [
    { key: 'saved_name', label: t('reports:saved.name'), sort: 'saved_name' },
    { key: 'report_type', label: t('reports:saved.report'), value: (row) => reportText(t, row.report_type), secondary: true },
    { key: 'farm_name', label: t('reports:column.farm'), sort: 'farm_name', secondary: true },
    {
      key: 'to',
      label: t('pages:sending.to'),
      value: (row) => wayText(row, t),
      render: (row) => (row.way === 'link' ? wayText(row, t) : <AddressLines addresses={row.addresses} />),
    },
    {
      key: 'turn',
      label: t('pages:sending.turn'),
      value: (row) => (row.way === 'link' ? t('pages:sending.on_request') : turnText(row, t, formatOf(row.timezone))),
    },
    { key: 'period', label: t('reports:filter.period'), value: (row) => t(`pages:sending.periods.${row.period}`) },
    { key: 'next', label: t('pages:sending.next'), value: next, sort: 'next_at' },
    {
      key: 'result',
      label: t('pages:sending.last'),
      render: (row) => {
        const { text, bad } = resultText(row, t, formatOf(row.timezone));
        return (
          <Text span size="sm" c={bad ? 'var(--over)' : undefined}>
            {text || '–'}
          </Text>
        );
      },
    },
  ];
}
