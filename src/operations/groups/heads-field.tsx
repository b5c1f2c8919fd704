import { Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groups } from '#contract/operations/groups.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { confirmUnusual } from '#src/core/resource/ask-unusual.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { goAlong } from '#src/core/ui/go-along.ts';
import type { AnimalGroup } from './columns.ts';
import classes from './groups.module.css';

/** Queries whose data contains heads or figures calculated from heads. */
export const HEADS_VIEWS = [groups, { id: 'farms' }, { id: 'schedules' }, { id: 'history' }] as const;

interface HeadsFieldProps {
  farm: number;
  group: Pick<AnimalGroup, 'id' | 'name' | 'animal_count' | 'version'>;
  /** The label next to the field, outside of tables. */
  label?: string;
}

/** A group's heads from today on, saved on blur; a refused value stays in the field, with the reason. */
export function HeadsField({ farm, group, label }: HeadsFieldProps) {
  const { t } = useTranslation(['operations', 'pages']);
  const format = useFormat();
  const [typed, setTyped] = useState<number | null>(null);
  const save = useMutation({
    mutationFn: (animal_count: number) =>
      api.put<AnimalGroup>(`${groups.path}/${group.id}/`, { body: { animal_count, version: group.version }, farm }),
    onSettled: () => refresh(...HEADS_VIEWS),
  });

  const commit = async () => {
    if (typed === null || typed === group.animal_count) return setTyped(null);
    const labels = { animal_count: label ?? t('pages:groups.heads_of', { name: group.name }) };
    const values = { animal_count: typed, version: group.version };
    // An unconfirmed number stays in the field, and the next blur asks again.
    if (!(await confirmUnusual(groups, { id: group.id, values, farm, labels, format }))) return;
    try {
      await save.mutateAsync(typed);
      setTyped(null);
    } catch {
      // The mutation stores the reason, the field keeps the input.
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: a press in the field isn't one on the row around it
    <div className={classes.heads} onClick={(event) => event.stopPropagation()}>
      <DecimalInput
        kind="count"
        max={1_000_000}
        label={label}
        aria-label={label ? undefined : t('pages:groups.heads_of', { name: group.name })}
        data-column="heads"
        value={typed ?? group.animal_count}
        onChange={setTyped}
        onBlur={commit}
        onKeyDown={goAlong}
        onFocus={(event) => event.currentTarget.select()}
        readOnly={save.isPending}
        unit={save.isPending ? <Loader size={12} /> : ' '}
        rightSectionWidth={save.isPending ? 24 : 4}
        error={save.isError ? failureText(t, save.error) : undefined}
      />
    </div>
  );
}
