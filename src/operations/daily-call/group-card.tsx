import { Button, Group, Paper, SegmentedControl, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BUNK_SCORES, type BunkScore, CALL_LIMITS, type CallProposal } from '#contract/operations/daily-call.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { ask } from '#src/core/ui/question.ts';
import { scoreText } from '#src/domain/farm/score-text.ts';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { enqueueWord } from '#src/operations/recording/queue.ts';
import classes from './daily-call.module.css';
import { DaysStrip } from './days-strip.tsx';
import { PercentStepper } from './percent-stepper.tsx';
import { calledWeight } from './queries.ts';

interface GroupCardProps {
  farm: number;
  day: string;
  today: string;
  group: CallProposal;
  most: number;
}

/** One bunk: its score by one tap, the days before, and the call. */
export function GroupCard({ farm, day, today, group, most }: GroupCardProps) {
  const { t } = useTranslation(['operations', 'pages']);
  const { can } = useAccess();
  const mayWrite = can('schedule', 'add') && can('schedule', 'change');
  const word = (part: { score: BunkScore } | { percent: number; rise_again: boolean }) =>
    enqueueWord({
      farm,
      name: group.group_name,
      kind: 'score' in part ? 'bunkscores' : 'calls',
      body: { group: group.group, day, ...part },
    });
  return (
    <Paper withBorder component="section" className={classes.card} aria-label={group.group_name}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Title order={2} className={classes.name} title={group.group_name}>
          {group.group_name}
        </Title>
        <HeadsText heads={group.heads} />
      </Group>
      <DaysStrip days={group.days} />
      <SegmentedControl
        fullWidth
        size="lg"
        aria-label={t('pages:daily_call.score')}
        readOnly={!mayWrite || day > today}
        data={BUNK_SCORES.map((score) => ({ value: String(score), label: scoreText(score) }))}
        value={group.score === null ? '' : String(group.score)}
        onChange={(value) => word({ score: Number(value) as BunkScore })}
      />
      <Call key={group.call?.percent ?? group.percent ?? 0} group={group} most={most} mayCall={mayWrite && day >= today} onCall={word} />
    </Paper>
  );
}

function HeadsText({ heads }: { heads: number }) {
  const { t } = useTranslation('operations');
  const format = useFormat();
  return (
    <Text c="dimmed" className={classes.heads}>
      {t('operations:farms.animals', { count: heads, shown: format.value('count', heads) })}
    </Text>
  );
}

interface CallProps {
  group: CallProposal;
  most: number;
  mayCall: boolean;
  onCall: (call: { percent: number; rise_again: boolean }) => void;
}

/** What the day is to weigh: as planned, as the rules ask, and as it is called. */
function Call({ group, most, mayCall, onCall }: CallProps) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const unit = useWeightUnit();
  const { call, percent, held, heads, percent_before, percent_two_before } = group;
  const [chosen, setChosen] = useState(call?.percent ?? percent ?? 0);
  const weight = (kg: number) => `${format.value('weight', kg)} ${unit}`;
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
