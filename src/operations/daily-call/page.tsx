import { Button, Skeleton, Text } from '@mantine/core';
import { IconAdjustments, IconBowlSpoon } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BUNK_SCORES } from '#contract/operations/daily-call.ts';
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

/** A walk along the bunks: a score by one tap a group, and what to feed after it. Without a network it is kept here and sent later. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const { can } = useAccess();
  const { farm, today, day, setDay } = useDay();
  const { groups, rules, words, error, refetch } = useWalk(farm.id, day);
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
          <GroupCard key={group.group} farm={farm.id} day={day} today={today} group={group} most={rules?.max_percent ?? 0} />
        ))}
      </div>
    );
  };
  return (
    <PlanningFrame
      title={t('pages:daily_call.title')}
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
          {BUNK_SCORES.map((score) => `${scoreText(score)} ${t(scoreKey(score))}`).join(' · ')}
        </Text>
      </div>
      <RefusedWords words={words} />
      {list()}
      {opened && rules !== undefined && <RulesModal farm={farm.id} rules={rules} onClose={() => setOpened(false)} />}
    </PlanningFrame>
  );
}
