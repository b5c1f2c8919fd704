import { Divider, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { todayIn } from '#common/format/clock.ts';
import { deviceTimezone } from '#common/format/device-timezone.ts';
import type { SavedFilters } from '#contract/operations/blanks.ts';
import { BOARD_SHARE, shares } from '#contract/reports/shares.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { inClient } from '#src/core/report/share/keeping.ts';
import { MailPart } from '#src/core/report/share/mail-part.tsx';
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

/** The board without days, which follow from the schedule of its mails. */
function toMailedFilters(key: BoardKey, bar: Bar): SavedFilters {
  const { period: _, planned_on_after: _a, planned_on_before: _b, ...filters } = toSharedFilters(key, bar);
  return filters;
}

interface ShareBoardPanelProps {
  board: BoardKey;
  title: string;
  bar: Bar;
  /** False for a board whose tiles are all parts of home, which are on screen only. */
  mails: boolean;
}

/** Creates pages of the board that anybody with their address can read until a chosen day, and mails the board as PDF. */
export function ShareBoardPanel({ board, title, bar, mails }: ShareBoardPanelProps) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const { can } = useAccess();
  const current = useCurrentFarm();
  const { data: farms = [] } = useFarms();
  /** The hour of the mail is that of this farm. */
  const farm = bar.farm[0] ?? current?.id ?? farms[0]?.id;
  return (
    <Stack gap="xs" w="min(380px, calc(100vw - 48px))" mah="min(640px, calc(100dvh - 160px))" style={{ overflowY: 'auto' }}>
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
      {mails && farm !== undefined && can('filters', 'view') && can('filters', 'add') && (
        <>
          <Divider />
          <Text fw={600} size="sm">
            {t('pages:shared.by_mail')}
          </Text>
          <MailPart report={BOARD_SHARE} title={title} filters={toMailedFilters(board, bar)} keeping={inClient(farm)} />
        </>
      )}
    </Stack>
  );
}
