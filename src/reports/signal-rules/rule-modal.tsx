import { SimpleGrid, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toSignalText } from '#common/format/signal-value-text.ts';
import { signalRules } from '#contract/reports/signal-rules.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import type { Draft } from '#src/core/resource/draft.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { inWords } from './cannot-fire.ts';
import type { FarmRule } from './rule.ts';
import { ruleText } from './rule-text.ts';
import { TargetInput } from './target-input.tsx';

interface RuleModalProps {
  farm: number;
  rule: FarmRule;
  onClose: () => void;
}

const DECIMALS = { lambda: 2, width: 1 } as const;

/** Edits a rule: on or off, how fast it reacts, its limit and its target. */
export function RuleModal({ farm, rule: { rule, kept, chart }, onClose }: RuleModalProps) {
  const { t } = useTranslation(['reports', 'pages', 'core']);
  const format = useFormat();
  const labels = {
    active: t('pages:signals.fields.active'),
    lambda: t('pages:signals.fields.lambda'),
    width: t('pages:signals.fields.width'),
    target: t('pages:signals.target'),
  };
  const modal = useResourceForm<typeof signalRules, Draft<typeof signalRules>>(signalRules, {
    row: kept,
    begins: { farm, rule, active: true, lambda: chart?.lambda ?? null, width: chart?.width ?? null },
    labels,
    show: (field, value) => {
      if (field === 'active') return t(value ? 'pages:signals.on' : 'pages:signals.off');
      if (field === 'target') return value === null ? t('pages:signals.rule_facts.usual') : toSignalText(rule, value as number, t, format);
      return format.value('ratio', value as number | null);
    },
  });
  const { form } = modal;
  const save = async (values: typeof form.values) => {
    try {
      return await modal.save(values);
    } catch (error) {
      throw inWords(error, rule, t);
    }
  };
  return (
    <FormModal {...modal} save={save} onClose={onClose} title={ruleText(rule, t)}>
      <Switch label={labels.active} {...form.getInputProps('active', { type: 'checkbox' })} />
      {chart && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'end' }}>
            {(['lambda', 'width'] as const).map((field) => (
              <DecimalInput
                key={field}
                kind="ratio"
                decimals={DECIMALS[field]}
                label={labels[field]}
                description={t(`pages:signals.fields.${field}_hint`)}
                {...form.getInputProps(field)}
              />
            ))}
          </SimpleGrid>
          <TargetInput
            rule={rule}
            label={labels.target}
            description={t('pages:signals.fields.target_hint')}
            {...form.getInputProps('target')}
          />
        </>
      )}
    </FormModal>
  );
}
