import { Paper, Skeleton, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rations } from '#contract/operations/rations.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useSave } from '#src/core/resource/queries.ts';
import { ask } from '#src/core/ui/question.ts';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import { toast } from '#src/core/ui/toast.ts';
import type { Ration } from '#src/operations/rations/columns.ts';
import { Compare } from './compare.tsx';
import { VersionEntry } from './version-entry.tsx';
import classes from './versions.module.css';
import type { RationVersion } from './versions.ts';
import { useVersions } from './versions.ts';

interface VersionsProps {
  farm: number;
  ration: Ration;
  mayRestore: boolean;
  onRestored: (ration: Ration) => void;
}

/** All saved versions of the ration: compare two, or restore one. */
export function Versions({ farm, ration, mayRestore, onRestored }: VersionsProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const { data, error, refetch } = useVersions(farm, ration.id);
  // By default the newest two.
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const save = useSave(rations, { farm, touches: [{ id: 'schedules' }] });

  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={240} data-skeleton aria-label={t('core:loading')} />;
  if (data.length === 0) {
    return <EmptyState icon={IconHistory} title={t('core:history.empty')} text={t('pages:rations.versions_empty')} />;
  }

  const pair = chosen ?? data.slice(0, 2).map(({ id }) => id);
  const compared = data.filter(({ id }) => pair.includes(id));
  // A third choice replaces the oldest choice.
  const choose = (id: number, on: boolean) => setChosen(on ? [...pair.slice(-1), id] : pair.filter((one) => one !== id));

  const restore = async (version: RationVersion, when: string) => {
    const agreed = await ask({
      title: t('pages:rations.restore_title', { when }),
      text: t('pages:rations.restore_text'),
      confirm: t('pages:rations.restore'),
    });
    if (!agreed) return;
    const { items, rounding, basis, target_dry_matter, water, density } = version.ration;
    const values = {
      rounding,
      // Versions from before bases existed have only shares.
      ...(basis && { basis }),
      target_dry_matter: target_dry_matter ?? null,
      water: water ?? null,
      density: density ?? null,
      items: items.map(({ ingredient, percent, amount, hold, dry_matter }) => ({ ingredient, percent, amount, hold, dry_matter })),
      version: ration.version,
    };
    try {
      onRestored(await save.mutateAsync({ id: ration.id, values }));
      // It is now the first of the list, compared with its predecessor.
      setChosen(null);
      list.current?.scrollIntoView({ block: 'start' });
    } catch (problem) {
      toast.error(failureText(t, problem));
    }
  };

  return (
    <div className={classes.columns}>
      <Paper withBorder className={classes.card}>
        <Text size="xs" c="dimmed">
          {t('pages:rations.versions_text')}
        </Text>
        <ol className={classes.list} ref={list} aria-label={t('pages:rations.versions')}>
          {data.map((version, index) => (
            <VersionEntry
              key={version.id}
              version={version}
              current={index === 0}
              chosen={pair.includes(version.id)}
              single={data.length < 2}
              onChoose={(on) => choose(version.id, on)}
              onRestore={mayRestore && index > 0 ? (when) => void restore(version, when) : undefined}
            />
          ))}
        </ol>
      </Paper>
      {compared.length === 2 && <Compare before={compared[1]!} after={compared[0]!} />}
    </div>
  );
}
