import { Group, Select, Skeleton, Text } from '@mantine/core';
import { MonthPickerInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { monthRange } from '#contract/periods.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { ListImport } from '#src/core/resource/import/list-import.tsx';
import { ListExport } from '#src/core/resource/list-export.tsx';
import { CalendarLanguage } from '#src/core/ui/calendar-language.tsx';
import { PreviousNext } from '#src/core/ui/previous-next.tsx';
import { FailedState } from '#src/core/ui/states.tsx';
import { FarmHeader } from '#src/domain/farm/farm-header.tsx';
import { useFarmOfRoute } from '#src/domain/farm/place.ts';
import { useWaiting } from '#src/operations/recording/keeping.ts';
import { startQueue } from '#src/operations/recording/queue.ts';
import { RefusedWords } from '#src/operations/recording/refused-words.tsx';
import { SyncState } from '#src/operations/recording/sync-state.tsx';
import { milkFiles } from './files.ts';
import classes from './milk.module.css';
import { MilkToday } from './milk-today.tsx';
import { daysOf, type Milk } from './month.ts';
import { MonthTable } from './month-table.tsx';
import { Prices } from './prices.tsx';
import { useGroups, useLately, useMilk, useMilkPrices } from './queries.ts';
import { useChoice } from './use-choice.ts';

const WHOLE = 'farm';

/** The group of the address; without one, the group with the latest milk. null for the whole farm. */
function chooseGroup(of: string | null, rows: readonly { group: number | null }[]): number | null {
  if (of === null) return rows[0]?.group ?? null;
  return of === WHOLE ? null : Number(of);
}

/** The names of the farm's groups, and of former groups that have milk. */
function nameGroups(groups: readonly { id: number; name: string }[], rows: readonly Milk[]): ReadonlyMap<number, string> {
  const known = new Map(groups.map(({ id, name }) => [id, name]));
  for (const { group, group_name } of rows) if (group !== null && !known.has(group)) known.set(group, group_name ?? '');
  return known;
}

interface MonthChoiceProps {
  /** `YYYY-MM`. */
  month: string;
  today: string;
  onChange: (month: string) => void;
}

function MonthChoice({ month, today, onChange }: MonthChoiceProps) {
  const { t } = useTranslation('milk');
  const format = useFormat();
  const { after, before } = monthRange(month);
  return (
    <CalendarLanguage>
      <Group gap={4} wrap="nowrap">
        <PreviousNext
          previous={t('milk:previous')}
          next={t('milk:next')}
          isLast={before >= today}
          onStep={(by) => onChange(addDays(by < 0 ? after : before, by).slice(0, 7))}
        >
          <MonthPickerInput
            className={classes.month}
            aria-label={t('milk:month')}
            leftSection={<IconCalendar size={16} aria-hidden />}
            value={after}
            maxDate={today}
            valueFormatter={() => format.month(month)}
            onChange={(day) => day && onChange(day.slice(0, 7))}
          />
        </PreviousNext>
      </Group>
    </CalendarLanguage>
  );
}

/** The milk of a farm or its groups by month, and its prices. */
export function Page() {
  const { t } = useTranslation(['milk', 'operations', 'core']);
  const { can } = useAccess();
  const farm = useFarmOfRoute();
  const today = todayIn(farm.timezone);
  const { month, of, choose } = useChoice(today);
  const days = daysOf(month, today);
  const lately = useLately(farm.id, today);
  const groups = useGroups(farm.id).data?.rows ?? lately.groups;
  const waits = useWaiting().length > 0;
  // Sends records of earlier visits without a network.
  useEffect(startQueue, []);
  const all = useMilk(farm.id, days, null);
  const group = chooseGroup(of, all.data?.rows ?? lately.rows);
  const own = useMilk(farm.id, days, group);
  const prices = useMilkPrices(farm.id).data?.rows ?? [];
  const known = nameGroups(groups, all.data?.rows ?? []);
  const { after } = monthRange(month);
  const mayImport = (item: 'schedule' | 'stock') => can(item, 'add') && can(item, 'change');
  const files = milkFiles(t, farm.id, { milk: mayImport('schedule'), prices: mayImport('stock') });
  const seen = can('stock', 'view') ? files : files.slice(0, 1);

  const table = () => {
    if (own.error && !own.data) return <FailedState error={own.error} onRetry={own.refetch} />;
    if (!own.data || !all.data) return <Skeleton height={420} radius="sm" data-skeleton aria-label={t('core:loading')} />;
    return (
      <MonthTable
        key={`${group} ${month}`}
        farm={farm.id}
        group={group}
        days={days}
        rows={own.data.rows.filter((row) => row.group === group)}
        prices={prices}
        dimmed={own.isPlaceholderData}
        mayWrite={(found) => can('schedule', found ? 'change' : 'add')}
      />
    );
  };
  return (
    <>
      <FarmHeader
        farm={farm}
        title={t('operations:milk.title')}
        actions={
          <>
            <ListImport files={seen} />
            <ListExport files={seen} search="" />
          </>
        }
      />
      <div className={classes.tools}>
        <Select
          aria-label={t('milk:of')}
          allowDeselect={false}
          data={[{ value: WHOLE, label: t('milk:whole_farm') }, ...[...known].map(([id, name]) => ({ value: String(id), label: name }))]}
          value={group === null ? WHOLE : String(group)}
          onChange={(value) => value && choose('of', value)}
        />
        <MonthChoice month={month} today={today} onChange={(next) => choose('month', next)} />
      </div>
      {waits && <SyncState />}
      <RefusedWords words={lately.words} />
      {month === today.slice(0, 7) && (
        <MilkToday
          key={`${group}`}
          farm={farm.id}
          group={group}
          name={group === null ? t('milk:whole_farm') : (known.get(group) ?? '')}
          today={today}
          rows={lately.rows.filter((row) => row.group === group)}
          mayWrite={(found) => can('schedule', found ? 'change' : 'add')}
        />
      )}
      {can('schedule', 'add') && (
        <Text c="dimmed" maw={760} mb="sm" size="sm">
          {t('milk:typing')}
        </Text>
      )}
      {table()}
      {can('stock', 'view') && <Prices farm={farm.id} rows={prices} from={after} />}
    </>
  );
}
