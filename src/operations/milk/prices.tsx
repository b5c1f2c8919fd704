import { Button, Group, Paper, Table, Text, Title } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { milkPrices } from '#contract/operations/milk.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { RowActions } from '#src/core/resource/row-actions.tsx';
import { useRemove } from '#src/core/resource/use-remove.ts';
import typed from '#src/core/ui/typed-table.module.css';
import { useMilkPriceText } from '#src/domain/milk/cwt.tsx';
import classes from './milk.module.css';
import type { MilkPrice } from './month.ts';
import { PriceModal } from './price-modal.tsx';

interface PricesProps {
  farm: number;
  rows: readonly MilkPrice[];
  /** Initial first day of a new price. */
  from: string;
}

/** A farm's milk prices, newest first. */
export function Prices({ farm, rows, from }: PricesProps) {
  const { t } = useTranslation(['milk', 'core']);
  const format = useFormat();
  const { can } = useAccess();
  const price = useMilkPriceText();
  const remove = useRemove(milkPrices, { farm });
  const [shown, setShown] = useState<{ row: MilkPrice | null } | null>(null);
  const listActions = (row: MilkPrice) => [
    ...(can('stock', 'change') ? [{ label: t('core:actions.edit'), icon: IconPencil, onClick: () => setShown({ row }) }] : []),
    ...(can('stock', 'delete')
      ? [
          {
            label: t('core:actions.delete'),
            icon: IconTrash,
            danger: true,
            onClick: () => void remove(row.id, format.value('date', row.from)),
          },
        ]
      : []),
  ];
  const perUnit = t(format.unit('price'), format.unitValues);
  return (
    <section className={classes.prices} aria-label={t('milk:prices')}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {t('milk:prices')}
        </Title>
        {can('stock', 'add') && (
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setShown({ row: null })}>
            {t('milk:add_price')}
          </Button>
        )}
      </Group>
      {rows.length === 0 ? (
        <Text c="dimmed">{t('milk:no_prices')}</Text>
      ) : (
        <Paper withBorder className={`${typed.panel} ${classes.panel}`}>
          <Table.ScrollContainer minWidth={560} type="native">
            <Table className={`${typed.table} ${classes.table}`} aria-label={t('milk:prices')}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th className={classes.day}>{t('milk:from')}</Table.Th>
                  <Table.Th data-right>{`${t('milk:base')},\u00a0${price.unit}`}</Table.Th>
                  <Table.Th data-right>{`${t('milk:fat_price')},\u00a0${perUnit}`}</Table.Th>
                  <Table.Th data-right>{`${t('milk:protein_price')},\u00a0${perUnit}`}</Table.Th>
                  <Table.Th data-right>{t('milk:base_fat')}, %</Table.Th>
                  <Table.Th data-right>{t('milk:base_protein')}, %</Table.Th>
                  <Table.Td />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row) => (
                  <Table.Tr key={row.id}>
                    <Table.Th scope="row" className={classes.day}>
                      {format.value('date', row.from)}
                    </Table.Th>
                    <Table.Td data-right>{price.text(row.base)}</Table.Td>
                    <Table.Td data-right>{format.value('price', row.fat)}</Table.Td>
                    <Table.Td data-right>{format.value('price', row.protein)}</Table.Td>
                    <Table.Td data-right>{format.value('percent', row.base_fat)}</Table.Td>
                    <Table.Td data-right>{format.value('percent', row.base_protein)}</Table.Td>
                    <Table.Td data-right>
                      <RowActions actions={listActions(row)} name={format.value('date', row.from)} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Paper>
      )}
      {shown && <PriceModal farm={farm} row={shown.row} last={rows[0]} from={from} onClose={() => setShown(null)} />}
    </section>
  );
}
