import { Alert, Paper, Table } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { ImportModal } from '#src/core/resource/import/list-import.tsx';
import typed from '#src/core/ui/typed-table.module.css';
import { useMilkPriceText } from '#src/domain/milk/cwt.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { milkFiles } from './files.ts';
import classes from './milk.module.css';
import { MilkDay } from './milk-day.tsx';
import { type Milk, type MilkPrice, sumOf } from './month.ts';
import { FIGURES } from './paste.ts';
import { usePaste } from './use-paste.ts';

interface MonthTableProps {
  farm: number;
  group: number | null;
  days: readonly string[];
  /** Rows of this group, or of the whole farm, including the last ones before the month. */
  rows: readonly Milk[];
  prices: readonly MilkPrice[];
  dimmed: boolean;
  mayWrite: (found: Milk | undefined) => boolean;
}

/** A month's figures by day: typed down a column, or pasted from a sheet. */
export function MonthTable({ farm, group, days, rows, prices, dimmed, mayWrite }: MonthTableProps) {
  const { t } = useTranslation(['milk', 'operations', 'core']);
  const format = useFormat();
  const unit = useWeightUnit();
  const price = useMilkPriceText();
  const find = (day: string) => rows.find((row) => row.day === day);
  const sum = sumOf(rows.filter(({ day }) => days.includes(day)));
  const { paste, isRefused, pasted, close } = usePaste({ group, days, rows });
  const [file] = milkFiles(t, farm, { milk: true, prices: false });

  return (
    <Paper withBorder className={`${typed.panel} ${classes.panel}`} onPaste={paste}>
      {isRefused && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert">
          {t('milk:not_pasted')}
        </Alert>
      )}
      {pasted && file?.imports && (
        <Suspense>
          <ImportModal file={file} imports={file.imports} pasted={pasted} onClose={close} />
        </Suspense>
      )}
      <Table
        className={`${typed.table} ${classes.table}`}
        data-dimmed={dimmed || undefined}
        aria-busy={dimmed}
        aria-label={t('operations:milk.title')}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.day}>{t('milk:day')}</Table.Th>
            {FIGURES.map((figure) => (
              <Table.Th key={figure} data-right>
                {t(`milk:${figure}`)}, {figure === 'kg' ? unit : '%'}
              </Table.Th>
            ))}
            <Table.Th className={classes.wide} data-right>{`${t('milk:price')},\u00a0${price.unit}`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.map((day) => (
            <MilkDay
              key={`${group} ${day}`}
              farm={farm}
              group={group}
              day={day}
              found={find(day)}
              rows={rows}
              prices={prices}
              readOnly={!mayWrite(find(day))}
            />
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row" className={classes.day}>
              {t('milk:sum')}
            </Table.Th>
            <Table.Td data-right fw={600}>
              {format.value('weight', sum?.kg)}
            </Table.Td>
            <Table.Td data-right>{format.value('percent', sum?.fat)}</Table.Td>
            <Table.Td data-right>{format.value('percent', sum?.protein)}</Table.Td>
            <Table.Td className={classes.wide} />
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </Paper>
  );
}
