import { Alert, Button, Group, Paper, SegmentedControl, Skeleton, Table, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle, IconClipboardCheck, IconEraser, IconPackage, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import typed from '#src/core/ui/typed-table.module.css';
import { MomentInput } from '#src/domain/stock/moment-input.tsx';
import { useTimezoneOf } from '#src/domain/stock/timezone.ts';
import type { Stock } from '#src/operations/stocks/columns.tsx';
import { differenceOf } from '#src/operations/stocks/difference.ts';
import { BlankSheet } from './blank-sheet.tsx';
import classes from './sheet.module.css';
import { SheetRow } from './sheet-row.tsx';
import { useSheet } from './use-sheet.ts';

/** All feeds of a stock on one sheet: weights are typed one after the other and posted together. */
export function CountSheet({ stock }: { stock: Stock }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const sheet = useSheet(stock.id);
  const [blank, setBlank] = useState(false);
  // On a phone, a focused field would cover half of the sheet with the keyboard.
  const keyboard = useMediaQuery('(pointer: fine)', false, { getInitialValueInEffect: false });
  const { rows, draft, refusal } = sheet;
  const timezone = useTimezoneOf(stock.farm ?? rows?.[0]?.farm);
  if (sheet.error && !rows) return <FailedState error={sheet.error} onRetry={sheet.refetch} />;
  if (!rows) return <Skeleton height={420} radius="sm" data-skeleton aria-label={t('core:loading')} />;
  if (rows.length === 0) {
    return <EmptyState icon={IconPackage} title={t('operations:stocks.nothing_in')} text={t('operations:stocks.nothing_in_text')} />;
  }

  const ofFarms = rows.some(({ farm }) => farm !== rows[0]?.farm);
  const getWeight = (ingredient: number) => draft.weights[ingredient] ?? null;
  const printBlank = () => {
    flushSync(() => setBlank(true));
    window.print();
    setBlank(false);
  };

  return (
    <>
      {blank && <BlankSheet stock={stock} rows={rows} ofFarms={ofFarms} />}
      <SheetTools sheet={sheet} timezone={timezone} onPrint={printBlank} />
      {refusal.other && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} mb="md" role="alert">
          {refusal.other}
        </Alert>
      )}
      <Paper withBorder className={typed.panel}>
        <Table className={`${typed.table} ${classes.table}`} aria-label={t('pages:stocks.sheet.title')}>
          <SheetHead />
          <Table.Tbody>
            {rows.map((row, index) => (
              <SheetRow
                key={row.ingredient}
                row={row}
                ofFarm={ofFarms}
                weight={getWeight(row.ingredient)}
                packed={draft.packed[row.ingredient]}
                inPacks={sheet.inPacks}
                error={refusal.feeds[row.ingredient]}
                readOnly={sheet.busy}
                autoFocus={index === 0 && keyboard}
                onWeigh={(weight, packed) => sheet.setWeight(row.ingredient, weight, packed)}
              />
            ))}
          </Table.Tbody>
          <SheetTotal sheet={sheet} rows={rows} />
        </Table>
      </Paper>
      <SheetFoot sheet={sheet} count={rows.length} />
    </>
  );
}

type Sheet = ReturnType<typeof useSheet>;

interface SheetToolsProps {
  sheet: Sheet;
  timezone: string;
  onPrint: () => void;
}

/** The moment and note of the count, and the unit of counting. */
function SheetTools({ sheet, timezone, onPrint }: SheetToolsProps) {
  const { t } = useTranslation('pages');
  const unit = t(useFormat().unit('weight'));
  const { draft, refusal } = sheet;
  return (
    <div className={classes.tools}>
      <MomentInput
        label={t('pages:stocks.count.counted_at')}
        placeholder={t('pages:stocks.count.now')}
        timezone={timezone}
        value={draft.counted_at}
        onChange={(counted_at) => sheet.change({ ...draft, counted_at })}
        error={refusal.counted_at}
      />
      <TextInput
        className={classes.note}
        label={t('pages:stocks.count.note')}
        maxLength={1000}
        value={draft.note}
        onChange={(event) => sheet.change({ ...draft, note: event.currentTarget.value })}
      />
      {sheet.hasPacks && (
        <SegmentedControl
          aria-label={t('pages:packs.unit')}
          data={[
            { value: 'kg', label: unit },
            { value: 'packs', label: t('pages:packs.packs') },
          ]}
          value={sheet.inPacks ? 'packs' : 'kg'}
          onChange={(value) => sheet.choosePacks(value === 'packs')}
        />
      )}
      <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={onPrint}>
        {t('pages:stocks.sheet.empty_sheet')}
      </Button>
    </div>
  );
}

function SheetHead() {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const unit = t(format.unit('weight'));
  const money = t(format.unit('money'), format.unitValues);
  return (
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{t('pages:stocks.count.ingredient')}</Table.Th>
        <Table.Th data-right>{`${t('pages:stocks.count.expected')},\u00a0${unit}`}</Table.Th>
        <Table.Th data-right>{`${t('pages:stocks.sheet.found')},\u00a0${unit}`}</Table.Th>
        <Table.Th data-right>{`${t('pages:stocks.count.difference')},\u00a0${unit}`}</Table.Th>
        <Table.Th data-right>{t('pages:stocks.count.shrink')}, %</Table.Th>
        <Table.Th data-right>{`${t('pages:stocks.sheet.money')},\u00a0${money}`}</Table.Th>
      </Table.Tr>
    </Table.Thead>
  );
}

/** The differences of all counted feeds together. */
function SheetTotal({ sheet, rows }: { sheet: Sheet; rows: NonNullable<Sheet['rows']> }) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const differences = rows.map((row) => ({ ...row, kg: differenceOf(row, sheet.draft.weights[row.ingredient] ?? null).difference }));
  const counted = differences.filter(({ kg }) => kg !== null);
  const total = (of: (row: (typeof counted)[number]) => number) =>
    counted.length > 0 ? counted.reduce((sum, row) => sum + of(row), 0) : null;
  const kg = total((row) => row.kg ?? 0);
  const money = total((row) => (row.kg ?? 0) * row.price);
  return (
    <Table.Tfoot>
      <Table.Tr>
        <Table.Th scope="row" colSpan={3} className={classes.feed}>
          {t('pages:stocks.sheet.total')}
        </Table.Th>
        <Table.Td data-right data-label={t('pages:stocks.count.difference')}>
          {format.signed('weight', kg)}
        </Table.Td>
        <Table.Td className={classes.none} />
        <Table.Td data-right data-label={t('pages:stocks.sheet.money')}>
          {format.signed('money', money)}
        </Table.Td>
      </Table.Tr>
    </Table.Tfoot>
  );
}

/** The number of counted feeds, and the buttons that clear and post the sheet. */
function SheetFoot({ sheet, count }: { sheet: Sheet; count: number }) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  return (
    <Group className={classes.foot} justify="space-between">
      <Text c="dimmed" size="sm" maw={560}>
        {t('pages:stocks.sheet.hint')}
      </Text>
      <Group gap="xs">
        <Text size="sm" aria-live="polite">
          {t('pages:stocks.sheet.counted', {
            counted: format.value('count', sheet.counted),
            all: format.value('count', count),
          })}
        </Text>
        <Button
          variant="default"
          leftSection={<IconEraser size={18} aria-hidden />}
          disabled={sheet.busy || (sheet.counted === 0 && sheet.draft.note === '')}
          onClick={sheet.clear}
        >
          {t('pages:stocks.sheet.clear')}
        </Button>
        <Button
          leftSection={<IconClipboardCheck size={18} aria-hidden />}
          disabled={sheet.counted === 0}
          loading={sheet.busy}
          onClick={sheet.post}
        >
          {t('pages:stocks.sheet.post')}
        </Button>
      </Group>
    </Group>
  );
}
