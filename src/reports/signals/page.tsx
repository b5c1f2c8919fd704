import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconBell, IconEye } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { nameSignal } from '#common/format/signal-line.ts';
import { SIGNAL_RULES, SIGNAL_STATES } from '#contract/reports/signal-words.ts';
import { signals } from '#contract/reports/signals.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import type { ListState } from '#src/core/resource/list-state.ts';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { FarmFilter } from '#src/domain/farm/farm-place.tsx';
import { MailButton } from '#src/reports/signal-mail/mail-button.tsx';
import { ruleText } from '#src/reports/signal-rules/rule-text.ts';
import { CloseAll } from './close-all.tsx';
import { signalColumns } from './columns.tsx';
import { OPEN_STATES } from './signal.ts';
import { useWord } from './use-word.tsx';
import { WORDS } from './words.ts';

/** States in which every listed signal is open. */
const OPEN_LISTS = new Set<string | null>([null, ...OPEN_STATES]);
/** The filter's option for all states. */
const ALL = 'all';

function SignalFilters({ state }: { state: ListState }) {
  const { t } = useTranslation(['operations', 'reports', 'pages', 'core']);
  return (
    <>
      <FarmFilter state={state} label={t('pages:signals.farm')} />
      <ListFilter
        state={state}
        name="rule"
        label={t('pages:signals.rule')}
        options={SIGNAL_RULES.map((rule) => ({ value: rule, label: ruleText(rule, t) }))}
      />
      <ListFilter
        state={state}
        name="state"
        label={t('pages:signals.open')}
        options={[
          ...SIGNAL_STATES.map((one) => ({ value: one as string, label: t(`pages:signals.states.${one}`) })),
          { value: ALL, label: t('pages:signals.all') },
        ]}
      />
      <ListFilter
        state={state}
        name="over"
        label={t('pages:signals.going_on_and_ended')}
        options={[
          { value: 'false', label: t('pages:signals.going_on') },
          { value: 'true', label: t('pages:signals.ended') },
        ]}
      />
    </>
  );
}

/** Signals that nobody has closed yet, the most expensive first. */
export function SignalsPage() {
  const { t } = useTranslation(['operations', 'reports', 'pages', 'core']);
  const format = useFormat();
  const path = useAppPath();
  const navigate = useNavigate();
  const farms = useFarms().data ?? [];
  const screen = useResourceScreen(signals, {
    ordering: '-money',
    filters: ['farm', 'rule', 'state', 'over'],
    query: (state) => ({ state: stateQuery(state.filter('state')) }),
    nameOf: nameSignal,
  });
  const { state } = screen;
  const { say, form } = useWord();
  const columns = signalColumns(t, format, farms.length > 1);
  return (
    <>
      <ResourceScreen
        screen={screen}
        icon={IconBell}
        texts={{
          title: t('operations:history.tabs.signals'),
          detail: t('pages:signals.detail'),
          empty: t('pages:signals.empty'),
          empty_text: t('pages:signals.empty_text'),
        }}
        columns={columns}
        buttons={
          <>
            {screen.may('change') && OPEN_LISTS.has(state.filter('state')) && (
              <CloseAll query={screen.query} count={screen.result.data?.count ?? 0} />
            )}
            <MailButton />
            <Button
              component={Link}
              to={path('reports/signals/rules')}
              variant="default"
              leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            >
              {t('pages:signals.rules_short')}
            </Button>
          </>
        }
        filters={<SignalFilters state={state} />}
        onOpen={({ id }) => navigate(path(`reports/signals/${id}`))}
        actions={(row) => [
          { label: t('core:actions.details'), icon: IconEye, onClick: () => navigate(path(`reports/signals/${row.id}`)) },
          ...(screen.may('change')
            ? WORDS.filter((word) => word.state !== row.state).map((word) => ({
                label: t(`pages:signals.act.${word.state}`),
                icon: word.icon,
                onClick: () => say(row, word.state),
              }))
            : []),
        ]}
      />
      {form}
    </>
  );
}

const stateQuery = (chosen: string | null) => (chosen === null ? OPEN_STATES : chosen === ALL ? undefined : chosen);
