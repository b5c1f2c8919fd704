import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { goAlong } from '#src/core/ui/go-along.ts';
import { differenceOf } from '#src/operations/stocks/difference.ts';
import classes from './sheet.module.css';
import type { SheetRow as Row } from './use-sheet.ts';

interface SheetRowProps {
  row: Row;
  /** True if the farm is shown, for stocks of several farms. */
  ofFarm: boolean;
  weight: number | null;
  error: string | undefined;
  readOnly: boolean;
  autoFocus: boolean;
  onWeigh: (weight: number | null) => void;
}

/** One feed of the sheet: the books' quantity, the counted weight, and the difference in kilograms, percent and money. */
export function SheetRow({ row, ofFarm, weight, error, readOnly, autoFocus, onWeigh }: SheetRowProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const { difference, shrink, tone } = differenceOf(row, weight);
  const counted = row.counted_on && `${t('pages:stocks.last_count')}: ${format.value('date', row.counted_on)}`;
  const detail = [row.type_name, row.item_number, ofFarm && row.farm_name, counted || t('pages:home.never_counted')]
    .filter(Boolean)
    .join(' · ');
  return (
    <Table.Tr data-tone={tone}>
      <Table.Th scope="row" className={classes.feed}>
        {row.name}
        <Text size="xs" c="dimmed">
          {detail}
        </Text>
      </Table.Th>
      <Table.Td data-right data-label={t('pages:stocks.count.expected')}>
        {format.value('weight', row.expected)}
      </Table.Td>
      <Table.Td className={classes.found}>
        <DecimalInput
          kind="weight"
          aria-label={t('pages:stocks.sheet.of_feed', { name: row.name })}
          data-column="found"
          value={weight}
          onChange={onWeigh}
          onKeyDown={goAlong}
          onFocus={(event) => event.currentTarget.select()}
          readOnly={readOnly}
          autoFocus={autoFocus}
          error={error}
        />
      </Table.Td>
      <Table.Td data-right data-figure data-label={t('pages:stocks.count.difference')}>
        {format.signed('weight', difference)}
      </Table.Td>
      <Table.Td data-right data-label={`${t('pages:stocks.count.shrink')}, %`}>
        {format.signed('percent', shrink)}
      </Table.Td>
      <Table.Td data-right data-figure data-label={t('pages:stocks.sheet.money')}>
        {format.signed('money', difference === null ? null : difference * row.price)}
      </Table.Td>
    </Table.Tr>
  );
}
