import { Button, Paper, Skeleton, Text, Title } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { toSignalText } from '#common/format/signal-value-text.ts';
import { signalRules } from '#contract/reports/signal-rules.ts';
import { CHART_RULES, SIGNAL_RULES } from '#contract/reports/signal-words.ts';
import { needsOf } from '#contract/rights.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { useList } from '#src/core/resource/queries.ts';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import { type FarmRule, farmRule } from './rule.ts';
import { RuleModal } from './rule-modal.tsx';
import { ruleText } from './rule-text.ts';
import classes from './signal-rules.module.css';

/** Rules with a hint. The names of the other rules are enough. */
const EXPLAINED = [...CHART_RULES, 'nutrient_norm', 'analysis_age'] as const;

/** The rules that watch a farm, one per line. */
export function RulesPage() {
  const { t } = useTranslation(['operations', 'reports', 'pages', 'core']);
  const path = useAppPath();
  const [params, setParams] = useSearchParams();
  const current = useCurrentFarm();
  const farms = useFarms().data ?? [];
  const farm = Number(params.get('farm')) || current?.id || farms[0]?.id;
  const { data, error, refetch } = useList(signalRules, { farm, page_size: 100 }, { enabled: farm !== undefined });
  const [edited, setEdited] = useState<FarmRule | null>(null);

  const lines = () => {
    if (farm === undefined) return <EmptyState icon={IconAdjustmentsHorizontal} title={t('pages:signals.no_farm')} />;
    if (!data)
      return error ? (
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <Skeleton height={480} data-skeleton role="status" aria-label={t('core:loading')} />
      );
    return (
      <Paper withBorder>
        {SIGNAL_RULES.map((rule) => (
          <RuleLine key={rule} rule={farmRule(rule, data.rows.find((row) => row.rule === rule) ?? null)} onEdit={setEdited} />
        ))}
      </Paper>
    );
  };
  return (
    <>
      <PageHeader
        title={t('operations:history.tabs.signalrules')}
        crumbs={[{ label: t('operations:history.tabs.signals'), to: path('reports/signals') }]}
        detail={t('pages:signals.rules_detail')}
        actions={
          farms.length > 1 && (
            <IdSelect
              aria-label={t('pages:signals.farm')}
              rows={farms}
              value={farm}
              onChange={(next) => next && setParams({ farm: String(next) }, { replace: true })}
            />
          )
        }
      />
      {lines()}
      {edited && farm !== undefined && <RuleModal key={edited.rule} farm={farm} rule={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function RuleLine({ rule, onEdit }: { rule: FarmRule; onEdit: (rule: FarmRule) => void }) {
  const { t } = useTranslation(['operations', 'reports', 'pages', 'core']);
  const format = useFormat();
  const { canAny } = useAccess();
  const { chart, kept, active } = rule;
  const name = ruleText(rule.rule, t);
  const explained = EXPLAINED.find((one) => one === rule.rule);
  const facts = chart && [
    t('pages:signals.rule_facts.lambda', { value: format.value('ratio', chart.lambda) }),
    t('pages:signals.rule_facts.width', { value: format.value('ratio', chart.width) }),
    chart.target === null
      ? t('pages:signals.rule_facts.usual')
      : t('pages:signals.rule_facts.target', { value: toSignalText(rule.rule, chart.target, t, format) }),
  ];
  return (
    <section className={classes.line} aria-label={name}>
      <div>
        <Title order={2}>{name}</Title>
        {explained && (
          <Text size="sm" c="dimmed">
            {t(`pages:signals.rule_hints.${explained}`)}
          </Text>
        )}
        <Text size="sm" fw={active ? undefined : 600} data-active={active}>
          {active ? [t('pages:signals.on'), ...(facts ?? [])].join(' · ') : t('pages:signals.off')}
        </Text>
      </div>
      {canAny(needsOf(signalRules, kept ? 'change' : 'add')) && (
        <Button
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          aria-label={t('pages:signals.edit_rule', { name })}
          onClick={() => onEdit(rule)}
        >
          {t('core:actions.edit')}
        </Button>
      )}
    </section>
  );
}
