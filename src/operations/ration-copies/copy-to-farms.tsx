import { Button, Paper, Text, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { rations } from '#contract/operations/rations.ts';
import type { RowOf } from '#contract/resource.ts';
import { FailedState } from '#src/core/ui/states.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import { FarmChoice } from './farm-choice.tsx';
import { FarmResult } from './farm-result.tsx';
import classes from './ration-copies.module.css';
import { type Target, toFarmKey, useCopy, useCopyTargets, useDryRun } from './use-copy.ts';

export interface CopyToFarmsProps {
  ration: RowOf<typeof rations>;
}

type Choices = Target['choices'];

/** A ration copied to several farms: the farms, a dry run for each, the reason, and one press. */
export function CopyToFarms({ ration }: CopyToFarmsProps) {
  const { t } = useTranslation(['nutrients', 'core']);
  const found = useCopyTargets(ration.farm);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [choices, setChoices] = useState<ReadonlyMap<string, Choices>>(new Map());
  const [reason, setReason] = useState('');
  const { written, copy, isCopying, clear } = useCopy(ration.id);
  const rows = found.data ?? [];
  const targets: Target[] = rows
    .filter((row) => chosen.has(toFarmKey(row)))
    .map((row) => ({ client: row.client, farm: row.farm, choices: choices.get(toFarmKey(row)) ?? [] }));
  const tried = useDryRun(ration, targets, written === null);
  if (found.error && !found.data) return <FailedState error={found.error} onRetry={found.refetch} />;
  if (!found.data) return <TableSkeleton />;
  if (rows.length === 0) return <Text c="dimmed">{t('nutrients:copies.none')}</Text>;

  const results = (written ?? tried.data ?? []).filter((result) => chosen.has(toFarmKey(result)));
  const isReady = results.some(({ outcome }) => outcome === 'created' || outcome === 'changed');
  const choose = (key: string, ingredient: number, use: number | null) => {
    const others = (choices.get(key) ?? []).filter((choice) => choice.ingredient !== ingredient);
    setChoices(new Map(choices).set(key, [...others, { ingredient, use }]));
  };
  const press = () => {
    const versions = new Map(results.map((result) => [toFarmKey(result), result.version]));
    void copy(
      targets.map((target) => ({ ...target, version: versions.get(toFarmKey(target)) ?? null })),
      reason,
    );
  };
  return (
    <div className={classes.stack}>
      <Text c="dimmed" maw={720}>
        {t('nutrients:copies.text')}
      </Text>
      <Paper withBorder className={classes.card}>
        <h3>{t('nutrients:copies.farms')}</h3>
        <FarmChoice
          targets={rows}
          chosen={chosen}
          onChange={(next) => {
            setChosen(next);
            clear();
          }}
        />
        <div className={classes.run}>
          <TextInput
            label={t('nutrients:copies.reason')}
            description={t('nutrients:copies.reason_hint')}
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button
            leftSection={<IconCopy size={16} aria-hidden />}
            loading={isCopying}
            disabled={!isReady || written !== null || tried.isOutdated}
            onClick={press}
          >
            {t('nutrients:copies.submit', { farms: targets.length })}
          </Button>
        </div>
      </Paper>
      {tried.error && !written && <FailedState error={tried.error} onRetry={tried.refetch} />}
      {results.map((result) => (
        <FarmResult
          key={toFarmKey(result)}
          result={result}
          isWritten={written !== null}
          {...(written === null && { onChoose: (ingredient: number, use: number | null) => choose(toFarmKey(result), ingredient, use) })}
        />
      ))}
    </div>
  );
}
