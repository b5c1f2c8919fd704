import { Table } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { Truncated } from '#src/core/ui/truncated.tsx';
import { Rest } from '#src/domain/stock/rest.tsx';
import classes from './craft.module.css';
import type { Need } from './shortage.ts';

/** The parts: needed, in stock, missing. */
export function CraftParts({ needs }: { needs: readonly Need[] }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const unit = t(format.unit('weight'));
  return (
    <Table.ScrollContainer minWidth={300} type="native">
      <Table aria-label={t('pages:fodder.parts')} className={classes.parts}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('pages:fodder.part')}</Table.Th>
            <Table.Th className={classes.share}>{t('pages:fodder.share')}, %</Table.Th>
            <Table.Th>{`${t('pages:fodder.needed')},\u00a0${unit}`}</Table.Th>
            <Table.Th>{`${t('pages:fodder.in_stock')},\u00a0${unit}`}</Table.Th>
            <Table.Th>{`${t('pages:fodder.missing')},\u00a0${unit}`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {needs.map((need) => (
            <Table.Tr key={need.ingredient} data-short={need.missing > 0 || undefined}>
              <Table.Td>
                <Truncated text={need.ingredient_name} at={45} />
              </Table.Td>
              <Table.Td className={classes.share}>{format.value('percent', need.percent)}</Table.Td>
              <Table.Td>{format.value('weight', need.needed)}</Table.Td>
              <Table.Td>
                <Rest kg={need.rest} />
              </Table.Td>
              <Table.Td>
                <span className={classes.missing}>
                  {need.missing > 0 ? <IconAlertTriangle size={14} aria-hidden /> : <IconCheck size={14} aria-hidden />}
                  {format.value('weight', need.missing)}
                </span>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
