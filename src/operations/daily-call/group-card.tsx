import { Group, Paper, SegmentedControl, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type BunkScore, type CallProposal, listScores } from '#contract/operations/daily-call.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { scoreText } from '#src/domain/farm/score-text.ts';
import { enqueueWord } from '#src/operations/recording/queue.ts';
import classes from './daily-call.module.css';
import { DaysStrip } from './days-strip.tsx';
import { Call } from './group-call.tsx';
import type { CallRule } from './queries.ts';

/** Characters of labels that fit on one line of a screen of 360 px. */
const MAX_LABELS = 24;

interface GroupCardProps {
  farm: number;
  day: string;
  today: string;
  group: CallProposal;
  rules: CallRule | null;
}

/** A bunk: its score with one tap, the days before, and the call. */
export function GroupCard({ farm, day, today, group, rules }: GroupCardProps) {
  const { t } = useTranslation(['operations', 'pages']);
  const { can } = useAccess();
  const mayWrite = can('schedule', 'add') && can('schedule', 'change');
  const word = (part: { score: BunkScore; scale: number | null } | { percent: number; rise_again: boolean }) =>
    enqueueWord({
      farm,
      name: group.group_name,
      kind: 'score' in part ? 'bunkscores' : 'calls',
      body: { group: group.group, day, ...part },
    });
  const scores = listScores(rules);
  // Longer labels are listed below each other.
  const isLong = scores.reduce((length, { label }) => length + label.length, 0) > MAX_LABELS;
  return (
    <Paper withBorder component="section" className={classes.card} aria-label={group.group_name}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Title order={2} className={classes.name} title={group.group_name}>
          {group.group_name}
        </Title>
        <HeadsText heads={group.heads} />
      </Group>
      <DaysStrip days={group.days} labels={new Map(scores.map(({ score, label }) => [score, label]))} />
      <SegmentedControl
        fullWidth
        size="lg"
        aria-label={t('pages:daily_call.score')}
        readOnly={!mayWrite || day > today}
        orientation={isLong ? 'vertical' : 'horizontal'}
        data={scores.map(({ score, label }) => ({ value: String(score), label: scoreText(score, label) }))}
        value={group.score === null ? '' : String(group.score)}
        onChange={(value) => word({ score: Number(value), scale: rules?.scale_id ?? null })}
      />
      <Call
        key={group.call?.percent ?? group.percent ?? 0}
        group={group}
        most={rules?.max_percent ?? 0}
        mayCall={mayWrite && day >= today}
        onCall={word}
      />
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
