import { Anchor, Button, Skeleton } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { nameSignal } from '#common/format/signal-line.ts';
import { definedKey } from '#common/texts/keys.ts';
import { isChartRule } from '#contract/reports/signal-words.ts';
import { signals } from '#contract/reports/signals.ts';
import { needsOf } from '#contract/rights.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { FailedState } from '#src/core/ui/states.tsx';
import { ruleText } from '#src/reports/signal-rules/rule-text.ts';
import { PdfButton } from './pdf-button.tsx';
import { useSignal } from './queries.ts';
import { reportOf } from './report-address.ts';
import type { Signal } from './signal.ts';
import { SignalDrawing } from './signal-drawing.tsx';
import { SignalFacts } from './signal-facts.tsx';
import classes from './signals.module.css';
import { useWord } from './use-word.tsx';
import { WORDS } from './words.ts';

/** One signal: its facts, its chart, links to more, and its state. */
export function SignalPage() {
  const { t } = useTranslation(['operations', 'reports', 'pages', 'core']);
  const id = Number(useParams().signal_id);
  const path = useAppPath();
  const { data, error, refetch } = useSignal(id);
  const crumbs = [{ label: t('operations:history.tabs.signals'), to: path('reports/signals') }];
  if (!data) {
    return (
      <>
        <PageHeader title={t('operations:history.tabs.signals')} crumbs={crumbs} />
        {error ? (
          <FailedState error={error} onRetry={refetch} />
        ) : (
          <Skeleton height={360} data-skeleton role="status" aria-label={t('core:loading')} />
        )}
      </>
    );
  }
  return (
    <>
      <PageHeader title={nameSignal(data)} crumbs={crumbs} detail={`${ruleText(data.rule, t)} · ${data.farm_name}`} />
      <div className={classes.signal}>
        <SignalFacts signal={data} />
        {isChartRule(data.rule) && <SignalDrawing signal={data} />}
        <div className={classes.further}>
          <ReportLink signal={data} />
          {isChartRule(data.rule) && <PdfButton signal={data} />}
        </div>
      </div>
      <Words signal={data} />
    </>
  );
}

function ReportLink({ signal }: { signal: Signal }) {
  const { t } = useTranslation(['reports', 'pages']);
  const { can } = useAccess();
  const path = useAppPath();
  const found = reportOf(signal);
  if (!found || !can(found.report.permission, 'view', found.report.module)) return null;
  return (
    <Anchor component={Link} to={path(found.address)} className={classes.report}>
      <IconChartBar size={18} aria-hidden />
      {t('pages:signals.in_report', { name: t(definedKey(found.report.label)) })}
    </Anchor>
  );
}

/** Notes on the signal, easy to reach with the thumb; a note can be edited. */
function Words({ signal }: { signal: Signal }) {
  const { t } = useTranslation('pages');
  const { canAny } = useAccess();
  const { say, form } = useWord();
  if (!canAny(needsOf(signals, 'change'))) return null;
  return (
    <div className={classes.words}>
      {WORDS.map(({ state, icon: WordIcon }) => (
        <Button
          key={state}
          size="md"
          variant={state === signal.state ? 'light' : state === 'done' ? 'filled' : 'default'}
          aria-pressed={state === signal.state}
          leftSection={<WordIcon size={18} aria-hidden />}
          onClick={() => say(signal, state)}
        >
          {t(`pages:signals.act.${state}`)}
        </Button>
      ))}
      {form}
    </div>
  );
}
