import { Button, Group, Paper, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { wallClock } from '#common/format/clock.ts';
import { daysAgo } from '#common/format/days-ago.ts';
import { daysBetween } from '#contract/days.ts';
import { dryMatter } from '#contract/operations/dry-matter.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useRemove } from '#src/core/resource/use-remove.ts';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import classes from './dry-matter.module.css';
import { Measure } from './measure.tsx';
import { type FeedToMeasure, percentOf } from './queries.ts';

interface FeedCardProps {
  farm: FarmCard;
  today: string;
  feed: FeedToMeasure;
  opened: boolean;
  onOpen: () => void;
  onDone: () => void;
}

/** One feed: its dry matter and since when, a waiting measurement and, if opened, the form to measure. */
export function FeedCard({ farm, today, feed, opened, onOpen, onDone }: FeedCardProps) {
  const { t } = useTranslation(['pages', 'core']);
  const { can } = useAccess();
  const format = useFormat({ timezone: farm.timezone });
  const unit = useWeightUnit();
  const remove = useRemove(dryMatter, { farm: farm.id, touches: [{ id: 'ingredients' }, { id: 'schedules' }] });
  const { last, waits, rations, weight_plan, feedings } = feed;

  const age = () => {
    if (waits)
      return t('pages:drymatter.today.waits', {
        time: format.time(wallClock(waits.measured_at, farm.timezone)?.toISOString().slice(11, 16) ?? ''),
      });
    if (!last) return t('pages:drymatter.today.never');
    const ago = daysAgo(daysBetween(last.day, today) - 1, format.language);
    return `${format.percent(last.percent)} · ${ago} · ${t(`pages:drymatter.methods.${last.method}`)}`;
  };
  return (
    <Paper withBorder component="section" className={classes.feed} aria-label={feed.ingredient_name} data-open={opened || undefined}>
      <UnstyledButton className={classes.head} aria-expanded={opened} onClick={onOpen}>
        <span className={classes.words}>
          <span className={classes.name}>{feed.ingredient_name}</span>
          <span className={classes.line}>{age()}</span>
          <span className={classes.line}>
            {rations > 0
              ? t('pages:drymatter.today.in_rations', { rations, feedings, weight: `${format.value('weight', weight_plan)}\u00a0${unit}` })
              : t('pages:drymatter.today.not_held')}
          </span>
        </span>
        <span className={classes.percent}>{format.percent(waits ? percentOf(waits) : feed.dry_matter)}</span>
      </UnstyledButton>
      {opened && can('ration', 'add') && <Measure farm={farm} feed={feed} onDone={onDone} />}
      {opened && last && can('ration', 'delete') && (
        <Group gap="xs" mt="sm" justify="space-between">
          <Text size="sm" c="dimmed">
            {t('pages:drymatter.today.last', { when: format.value('datetime', last.measured_at), percent: format.percent(last.percent) })}
          </Text>
          <Button variant="subtle" color="red" onClick={() => remove(last.id, `${feed.ingredient_name}, ${format.percent(last.percent)}`)}>
            {t('pages:drymatter.today.remove')}
          </Button>
        </Group>
      )}
    </Paper>
  );
}
