import { useTranslation } from 'react-i18next';
import type { UnmatchedName } from '#contract/imports.ts';
import type { LoadImported } from '#contract/operations/load-imports.ts';
import { NameMatching } from '#src/core/resource/import/name-matching.tsx';
import type { NamePicks } from '#src/core/resource/import/unmatched.ts';
import { LOAD_RESOURCES, type LoadReference } from './picks.ts';

interface MatchingProps {
  farm: number;
  unknown: LoadImported['unknown'];
  picks: NamePicks;
  onPick: (name: UnmatchedName, id: number) => void;
}

/** The names of the loads that the farm doesn't have. */
export function Matching({ farm, unknown, picks, onPick }: MatchingProps) {
  const { t } = useTranslation('pages');
  const labels = {
    ingredient: t('pages:load_import.ingredient_name'),
    mixer: t('pages:load_import.mixer_name'),
    group: t('pages:load_import.group_name'),
  };
  const lists = { ingredient: unknown.ingredients, mixer: unknown.mixers, group: unknown.groups };
  const fields = Object.keys(lists) as LoadReference[];
  const names = fields.flatMap((field) =>
    lists[field].map(({ name }): UnmatchedName => ({ resource: LOAD_RESOURCES[field], farm, name, isAmbiguous: false, places: [] })),
  );
  const getLabel = ({ resource }: UnmatchedName) => labels[fields.find((field) => LOAD_RESOURCES[field] === resource) ?? 'ingredient'];
  return <NameMatching names={names} picks={picks} getLabel={getLabel} onPick={onPick} />;
}
