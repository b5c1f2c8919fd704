import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toNameKey } from '#common/files/incoming/keys.ts';
import type { LoadImported } from '#contract/operations/load-imports.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { useLiteIngredients } from '#src/domain/stock/choices.ts';
import { useChoices } from '#src/operations/feedings/choices.ts';
import { GroupModal } from '#src/operations/groups/group-modal.tsx';
import { IngredientModal } from '#src/operations/ingredients/ingredient-modal.tsx';
import { MixerModal } from '#src/operations/mixers/mixer-modal.tsx';
import type { Matches } from './rows.ts';

interface MatchingProps {
  farm: number;
  unknown: LoadImported['unknown'];
  matches: Matches;
  onMatch: (field: keyof Matches, name: string, id: number) => void;
}

/** The names of the files that the farm doesn't have: each is matched to a row of the farm, or its row is added in the form of that list. */
export function Matching({ farm, unknown, matches, onMatch }: MatchingProps) {
  const { t } = useTranslation('pages');
  const { can } = useAccess();
  const { data: farms } = useFarms();
  const { data: feeds } = useLiteIngredients(farm);
  const { mixers, groups } = useChoices(farm);
  const [adding, setAdding] = useState<keyof Matches | null>(null);
  const close = () => setAdding(null);
  const lists = [
    { field: 'ingredient', names: unknown.ingredients, rows: feeds, label: t('pages:load_import.ingredient_name') },
    { field: 'mixer', names: unknown.mixers, rows: mixers, label: t('pages:load_import.mixer_name') },
    { field: 'group', names: unknown.groups, rows: groups, label: t('pages:load_import.group_name') },
  ] as const;

  return (
    <Stack gap="xs">
      <Text fw={600}>{t('pages:load_import.match')}</Text>
      <Text size="sm">{t('pages:load_import.match_hint')}</Text>
      {lists.flatMap(({ field, names, rows, label }) =>
        names.map(({ name }) => (
          <Group key={`${field} ${name}`} align="flex-end" gap="xs">
            <IdSelect
              label={`${label}: ${name}`}
              rows={rows}
              searchable
              value={matches[field].get(toNameKey(name)) ?? null}
              onChange={(id) => id !== null && onMatch(field, name, id)}
            />
            {can(field, 'add') && (
              <Button variant="default" aria-label={`${t('pages:load_import.add')}: ${name}`} onClick={() => setAdding(field)}>
                {t('pages:load_import.add')}
              </Button>
            )}
          </Group>
        )),
      )}
      {adding === 'ingredient' && <IngredientModal ingredient={null} onClose={close} />}
      {adding === 'group' && <GroupModal farm={farm} group={null} onClose={close} />}
      {adding === 'mixer' && <MixerModal mixer={null} farms={farms ?? []} farm={farm} onClose={close} />}
    </Stack>
  );
}
