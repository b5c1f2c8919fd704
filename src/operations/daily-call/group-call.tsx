import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CALL_LIMITS, type CallProposal } from '#contract/operations/daily-call.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { ask } from '#src/core/ui/question.ts';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import classes from './daily-call.module.css';
import { PercentStepper } from './percent-stepper.tsx';
import { calledWeight } from './queries.ts';

interface CallProps {
  group: CallProposal;
  most: number;
  mayCall: boolean;
  onCall: (call: { percent: number; rise_again: boolean }) => void;
}

/** The day's weight: as planned, as proposed by the rules, and as called. */
export function Call({ group, most, mayCall, onCall }: CallProps) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const unit = useWeightUnit();
  const { call, percent, held, heads, percent_before, percent_two_before } = group;
  const [chosen, setChosen] = useState(call?.percent ?? percent ?? 0);
  const weight = (kg: number) => `${format.value('weight', kg)}\u00a0${unit}`;
  const perHead = (kg: number) => (heads > 0 ? ` · ${t('pages:daily_call.per_head', { kg: weight(kg / heads) })}` : '');
  const whole = (kg: number) => weight(kg) + perHead(kg);

  const send = async () => {
    const again = chosen > percent_before && percent_before > percent_two_before;
    const sure =
      !again ||
      (await ask({
        title: t('pages:daily_call.rise_again'),
        text: t('pages:daily_call.rise_again_text'),
        confirm: t('pages:daily_call.call', { percent: format.percent(chosen, { plus: true }) }),
      }));
    if (sure) onCall({ percent: chosen, rise_again: again });
  };
  const rule = () => {
    if (percent === null) return null;
    const why = held === 'most' ? t('pages:daily_call.held_most', { percent: format.percent(most) }) : t('pages:daily_call.held_rose');
    return `${t('pages:daily_call.by_rules', { percent: format.percent(percent, { plus: true }) })}${held ? `: ${why}` : ''}`;
  };
  return (
    <div className={classes.call}>
      <Text size="sm">{t('pages:daily_call.plan', { weight: whole(group.weight_base) })}</Text>
      {group.weight_kept > 0 && (
        <Text size="sm" c="dimmed">
          {t('pages:daily_call.kept', { weight: weight(group.weight_kept) })}
        </Text>
      )}
      {percent !== null && <Text size="sm">{rule()}</Text>}
      {call && (
        <Text size="sm" fw={600}>
          {t('pages:daily_call.called', { percent: format.percent(call.percent, { plus: true }), weight: whole(group.weight_plan) })}
        </Text>
      )}
      {!group.follows && (
        <Text size="sm" c="dimmed">
          {t('pages:daily_call.nothing_follows')}
        </Text>
      )}
      {mayCall && group.follows && (
        <Group gap="xs" justify="space-between">
          <PercentStepper
            label={t('pages:daily_call.calls')}
            value={chosen}
            step={1}
            least={CALL_LIMITS.least}
            most={CALL_LIMITS.most}
            onChange={setChosen}
          />
          <Button size="md" className={classes.send} disabled={chosen === call?.percent} onClick={send}>
            {t('pages:daily_call.call_to', { weight: weight(calledWeight(group, chosen)) })}
          </Button>
        </Group>
      )}
    </div>
  );
}
