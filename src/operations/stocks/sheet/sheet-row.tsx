import { Table, Text } from '@mantine/core';
import type { FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { packsWeight } from '#common/packs/packs.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { goAlong } from '#src/core/ui/go-along.ts';
import { differenceOf } from '#src/operations/stocks/difference.ts';
import type { CountedPacks } from './draft.ts';
import classes from './sheet.module.css';
import type { SheetRow as Row } from './use-sheet.ts';

interface SheetRowProps {
  row: Row;
  /** True if the farm is shown, for stocks of several farms. */
  ofFarm: boolean;
  weight: number | null;
  /** The counted packs of the weight. */
  packed: CountedPacks | undefined;
  /** True if a feed with packs is counted in packs. */
  inPacks: boolean;
  error: string | undefined;
  readOnly: boolean;
  autoFocus: boolean;
  onWeigh: (weight: number | null, packed?: CountedPacks) => void;
}

/** One feed of the sheet: the books' quantity, the counted weight, and the difference in kilograms, percent and money. */
export function SheetRow({ row, ofFarm, weight, packed, inPacks, error, readOnly, autoFocus, onWeigh }: SheetRowProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const { difference, shrink, tone } = differenceOf(row, weight);
  const counted = row.counted_on && `${t('pages:stocks.last_count')}: ${format.value('date', row.counted_on)}`;
  const detail = [row.type_name, row.item_number, ofFarm && row.farm_name, counted || t('pages:home.never_counted')]
    .filter(Boolean)
    .join(' · ');
  const [first] = row.packs;
  const pack = inPacks ? first : undefined;
  const field = {
    'aria-label': t('pages:stocks.sheet.of_feed', { name: row.name }),
    'data-column': 'found',
    onKeyDown: goAlong,
    onFocus: (event: FocusEvent<HTMLInputElement>) => event.currentTarget.select(),
    ...{ readOnly, autoFocus, error },
  };
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
        {first && (
          <Text size="xs" c="dimmed">
            {format.value('ratio', row.expected / first.kg)} {first.name}
          </Text>
        )}
      </Table.Td>
      <Table.Td className={classes.found}>
        {pack ? (
          <DecimalInput
            {...field}
            kind="ratio"
            decimals={1}
            unit={pack.name}
            rightSectionWidth={72}
            value={packed?.packs ?? null}
            onChange={(packs) => onWeigh(packs === null ? null : packsWeight(packs, pack.kg), { pack: pack.name, packs: packs ?? 0 })}
          />
        ) : (
          <DecimalInput {...field} kind="weight" value={weight} onChange={(kg) => onWeigh(kg)} />
        )}
        {packed && weight !== null && (
          <Text size="xs" c="dimmed" ta="right">
            {t('pages:packs.product', {
              packs: format.value('ratio', packed.packs),
              each: format.value('weight', row.packs.find(({ name }) => name === packed.pack)?.kg ?? null),
              weight: format.value('weight', weight),
              unit: t(format.unit('weight')),
            })}
          </Text>
        )}
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
