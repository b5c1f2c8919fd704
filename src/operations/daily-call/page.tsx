import { Button, Skeleton, Text } from '@mantine/core';
import { IconAdjustments, IconBowlSpoon } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listScores } from '#contract/operations/daily-call.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import { DayPicker } from '#src/domain/farm/day-picker.tsx';
import { scoreKey, scoreText } from '#src/domain/farm/score-text.ts';
import { PlanningFrame } from '#src/operations/feedings/planning-frame.tsx';
import { useDay } from '#src/operations/feedings/use-day.ts';
import { RefusedWords } from '#src/operations/recording/refused-words.tsx';
import classes from './daily-call.module.css';
import { GroupCard } from './group-card.tsx';
import { useWalk } from './queries.ts';
import { RulesModal } from './rules-modal.tsx';

/** Round of the bunks: a score with one tap per group, and the feed to call. Without a network it is stored here and sent later. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const { can } = useAccess();
  const { farm, today, day, setDay } = useDay();
  const { groups, rules, words, error, refetch } = useWalk(farm.id, day);
  const scores = listScores(rules ?? null);
  const describeScore = (score: number, label: string) => {
    const key = scoreKey(rules?.scale ?? 'sdsu', score);
    return key ? `${scoreText(score)} ${t(key)}` : label;
  };
  const [opened, setOpened] = useState(false);

  const list = () => {
    if (!groups) {
      if (error) return <FailedState error={error} onRetry={refetch} />;
      return <Skeleton height={420} radius="sm" data-skeleton aria-label={t('core:loading')} />;
    }
    if (groups.length === 0)
      return <EmptyState icon={IconBowlSpoon} title={t('pages:daily_call.empty')} text={t('pages:daily_call.empty_text')} />;
    return (
      <div className={classes.cards}>
        {groups.map((group) => (
          <GroupCard key={group.group} farm={farm.id} day={day} today={today} group={group} rules={rules ?? null} />
        ))}
      </div>
    );
  };
  return (
    <PlanningFrame
      title={t('operations:daily_call.title')}
      actions={
        rules !== undefined &&
        can('schedule', rules ? 'change' : 'add') && (
          <Button variant="default" leftSection={<IconAdjustments size={16} aria-hidden />} onClick={() => setOpened(true)}>
            {t(rules ? 'pages:daily_call.rules' : 'pages:daily_call.set_up')}
          </Button>
        )
      }
    >
      <div className={classes.tools}>
        <DayPicker day={day} today={today} onChange={setDay} />
        <Text size="sm" c="dimmed">
          {scores.map(({ score, label }) => describeScore(score, label)).join(' · ')}
        </Text>
      </div>
      <RefusedWords words={words} />
      {list()}
      {opened && rules !== undefined && <RulesModal farm={farm.id} rules={rules} onClose={() => setOpened(false)} />}
    </PlanningFrame>
  );
}
