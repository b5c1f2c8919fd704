import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { use, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toNameKey } from '#common/files/incoming/keys.ts';
import type { UnmatchedName } from '#contract/imports.ts';
import { needsOf } from '#contract/rights.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { addNamed } from '#src/core/resource/add-named.ts';
import { allRows } from '#src/core/resource/all-rows.ts';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { type NamedList, NamedListsContext, toRowSource } from './named-lists.ts';
import { type NamePicks, toUnmatchedKey } from './unmatched.ts';

interface NameMatchingProps {
  names: readonly UnmatchedName[];
  picks: NamePicks;
  /** The field that contains the name, in words. */
  getLabel: (name: UnmatchedName) => string;
  onPick: (name: UnmatchedName, id: number) => void;
}

/** Names that are shown at once. */
const MAX_SHOWN = 30;

interface LiteRow {
  id: number;
  name?: string;
  what?: string;
}

/** The names of a file that match no row: each gets a row of its list, or a new row is added under the name. */
export function NameMatching({ names, picks, getLabel, onPick }: NameMatchingProps) {
  const { t } = useTranslation('import');
  const load = use(NamedListsContext);
  const { data: lists = {} } = useQuery({ queryKey: ['named lists'], queryFn: load, staleTime: Number.POSITIVE_INFINITY });
  return (
    <Stack gap="xs" role="group" aria-label={t('import:match.title')}>
      <Text fw={600}>{t('import:match.title')}</Text>
      <Text size="sm">{t('import:match.hint')}</Text>
      {names.slice(0, MAX_SHOWN).map((name) => {
        const list = lists[name.resource];
        const key = toUnmatchedKey(name);
        return (
          list && <NameMatch key={key} name={name} list={list} label={getLabel(name)} picked={picks.get(key) ?? null} onPick={onPick} />
        );
      })}
      {names.length > MAX_SHOWN && <Text size="sm">{t('import:match.more', { shown: names.length - MAX_SHOWN })}</Text>}
    </Stack>
  );
}

interface NameMatchProps {
  name: UnmatchedName;
  list: NamedList;
  label: string;
  picked: number | null;
  onPick: (name: UnmatchedName, id: number) => void;
}

function NameMatch({ name: unmatched, list, label, picked, onPick }: NameMatchProps) {
  const { t } = useTranslation(['import', 'core']);
  const { canAny } = useAccess();
  const [isAdding, setIsAdding] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const { resource, Form, byName, onFarm } = list;
  const { name, farm, isAmbiguous } = unmatched;
  const { data: rows, refetch } = useQuery({
    queryKey: [resource.id, 'named', farm],
    queryFn: async ({ signal }) => {
      const found = await allRows<LiteRow>(toRowSource(list, farm), signal);
      return found.map((row) => ({ id: row.id, name: row.name ?? row.what ?? '' }));
    },
    enabled: canAny(needsOf(resource, 'view')),
  });
  const add = async () => {
    if (!byName) return setIsAdding(true);
    setIsSaving(true);
    try {
      const id = await addNamed(resource)(name);
      await refetch();
      onPick(unmatched, id);
    } catch (error) {
      toast.error(failureText(t, error));
    } finally {
      setIsSaving(false);
    }
  };
  /** A row that was added under the name is chosen. */
  const close = async () => {
    setIsAdding(false);
    const { data = [] } = await refetch();
    const added = data.find((row) => toNameKey(row.name) === toNameKey(name));
    if (added) onPick(unmatched, added.id);
  };
  const mayAdd = !isAmbiguous && (Form || byName) && (farm !== null || !onFarm) && canAny(needsOf(resource, 'add'));

  return (
    <Group align="flex-end" gap="xs">
      <IdSelect label={`${label}: ${name}`} rows={rows} searchable value={picked} onChange={(id) => id !== null && onPick(unmatched, id)} />
      {mayAdd && (
        <Button variant="default" loading={isSaving} aria-label={`${t('import:match.add')}: ${name}`} onClick={() => void add()}>
          {t('import:match.add')}
        </Button>
      )}
      {isAdding && Form && <Form name={name} farm={farm} onClose={() => void close()} />}
    </Group>
  );
}
