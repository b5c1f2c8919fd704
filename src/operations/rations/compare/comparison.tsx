import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rations } from '#contract/operations/rations.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useRow } from '#src/core/resource/queries.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FailedState } from '#src/core/ui/states.tsx';
import type { RecipeIngredient } from '#src/domain/recipe-editor/parts.ts';
import type { Ration } from '#src/operations/rations/columns.ts';
import { PER_HEAD_KG } from '#src/operations/rations/per-head.ts';
import { useFeeds } from '#src/operations/rations/queries.ts';
import { useVersions } from '#src/operations/rations/versions/versions.ts';
import { type Compared, listNutrientParts } from './compare-rations.ts';
import classes from './comparison.module.css';
import { ComparisonTable } from './comparison-table.tsx';
import { groupRations, useOtherRations } from './other-rations.ts';

export interface ComparisonProps {
  /** The farm and today there. */
  farm: number;
  today: string;
  ration: Ration;
  feeds: ReadonlyMap<number, RecipeIngredient>;
}

const toDryMatters = (feeds: Iterable<RecipeIngredient>) => new Map([...feeds].map(({ id, dry_matter }) => [id, dry_matter]));

/** This ration next to a template, a ration of any farm of the client, or an earlier version. */
export function Comparison({ farm, today, ration, feeds }: ComparisonProps) {
  const { t } = useTranslation(['nutrients', 'core']);
  const format = useFormat();
  const { can } = useAccess();
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState<number | null>(PER_HEAD_KG);
  const others = useOtherRations(ration.id);
  const versions = useVersions(farm, ration.id, can('history', 'view'));
  const id = chosen?.startsWith('ration ') ? Number(chosen.slice(7)) : undefined;
  const source = useRow(rations, id);
  const version = versions.data?.find((one) => chosen === `version ${one.id}`);
  const other: Compared | undefined = version?.ration ?? source.data;
  const theirs = useFeeds(source.data?.farm ?? farm, other !== undefined);
  const perHead = typed ?? PER_HEAD_KG;
  const former = (versions.data ?? []).slice(1).map((one) => ({ value: `version ${one.id}`, label: format.value('datetime', one.at) }));
  const data = [
    ...groupRations(t, farm, others.data?.rows ?? []),
    ...(former.length > 0 ? [{ group: t('nutrients:copies.compare.groups.versions'), items: former }] : []),
  ];
  const dryMatters = toDryMatters([...feeds.values(), ...(theirs.data ?? [])]);
  const isByPercent = other !== undefined && [ration, other].some(({ kg_per_head }) => (kg_per_head ?? null) === null);
  if (source.error && !source.data) return <FailedState error={source.error} onRetry={source.refetch} />;
  return (
    <div className={classes.stack}>
      <Text c="dimmed" maw={720}>
        {t('nutrients:copies.compare.text')}
      </Text>
      <div className={classes.choices}>
        <Select
          label={t('nutrients:copies.compare.with')}
          data={data}
          value={chosen}
          onChange={setChosen}
          searchable
          nothingFoundMessage={t(data.length === 0 ? 'nutrients:copies.compare.nothing' : 'core:list.nothing')}
        />
        {isByPercent && (
          <DecimalInput kind="weight" label={t('nutrients:copies.compare.per_head')} value={typed} onChange={setTyped} max={1000} />
        )}
      </div>
      {other && (
        <ComparisonTable
          first={{ name: ration.name, ration, feeds: listNutrientParts(ration, dryMatters, perHead) }}
          second={{
            name: version ? format.value('datetime', version.at) : `${other.name} · ${other.farm_name}`,
            ration: other,
            feeds: listNutrientParts(other, dryMatters, perHead),
          }}
          perHead={perHead}
          today={today}
        />
      )}
    </div>
  );
}
