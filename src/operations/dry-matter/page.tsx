import { Skeleton, Text } from '@mantine/core';
import { IconDroplet } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { todayIn } from '#common/format/clock.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { ListImport } from '#src/core/resource/import/list-import.tsx';
import { ListExport } from '#src/core/resource/list-export.tsx';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import { useFarmOfRoute } from '#src/domain/farm/place.ts';
import { PlanningFrame } from '#src/operations/feedings/planning-frame.tsx';
import { RefusedWords } from '#src/operations/recording/refused-words.tsx';
import classes from './dry-matter.module.css';
import { FeedCard } from './feed-card.tsx';
import { dryMatterFile } from './file.ts';
import { useMeasuredFeeds } from './queries.ts';

/** Morning round of the clamps: each feed's last dry matter, a number pad for the new one, and the changes of loads. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const { can } = useAccess();
  const farm = useFarmOfRoute();
  const { feeds, words, error, refetch } = useMeasuredFeeds(farm.id);
  const [open, setOpen] = useState<number | null>(null);

  const files = [dryMatterFile(t, { farm: farm.id, timezone: farm.timezone, writes: can('ration', 'add') })];

  const list = () => {
    if (!feeds) {
      if (error) return <FailedState error={error} onRetry={refetch} />;
      return <Skeleton height={420} radius="sm" data-skeleton aria-label={t('core:loading')} />;
    }
    if (feeds.length === 0)
      return <EmptyState icon={IconDroplet} title={t('pages:drymatter.today.empty')} text={t('pages:drymatter.today.empty_text')} />;
    return (
      <div className={classes.feeds}>
        {feeds.map((feed) => (
          <FeedCard
            key={feed.ingredient}
            farm={farm}
            today={todayIn(farm.timezone)}
            feed={feed}
            opened={open === feed.ingredient}
            onOpen={() => setOpen(open === feed.ingredient ? null : feed.ingredient)}
            onDone={() => setOpen(null)}
          />
        ))}
      </div>
    );
  };
  return (
    <PlanningFrame
      title={t('operations:drymatter.title')}
      actions={
        <>
          <ListImport files={files} />
          <ListExport files={files} search="" />
        </>
      }
    >
      <Text c="dimmed" maw={640} mb="md">
        {t('pages:drymatter.today.hint')}
      </Text>
      <RefusedWords words={words} />
      {list()}
    </PlanningFrame>
  );
}
