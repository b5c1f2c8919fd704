import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { todayIn } from '#common/format/clock.ts';
import { deviceTimezone } from '#common/format/device-timezone.ts';
import type { SavedFilters } from '#contract/operations/blanks.ts';
import { BOARD_SHARE, shares } from '#contract/reports/shares.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PagePart } from '#src/core/report/share/page-part.tsx';
import type { Bar } from './bar.ts';
import type { BoardKey } from './queries.ts';

/** Filters of the board's share: the board and its bar. A period moves along with the day. */
const toSharedFilters = (key: BoardKey, { farm, period, days, compare_with }: Bar): SavedFilters => ({
  board: String(key),
  ...(farm.length > 0 ? { farm: farm.map(String) } : {}),
  ...(days ? { planned_on_after: days.after, planned_on_before: days.before } : { period }),
  compare_with,
});

/** Creates pages of the board that anybody with their address can read until a chosen day, and lists these pages. */
export function ShareBoardPanel({ board, title, bar }: { board: BoardKey; title: string; bar: Bar }) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  return (
    <Stack gap="xs" w="min(380px, calc(100vw - 48px))">
      <Text fw={600} size="sm">
        {t('pages:shared.page')}
      </Text>
      <PagePart
        report={BOARD_SHARE}
        title={title}
        filters={toSharedFilters(board, bar)}
        pages={shares}
        today={todayIn(deviceTimezone(), new Date())}
        format={format}
      />
    </Stack>
  );
}
