import { Alert, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { FarmCard } from '#contract/operations/farms.ts';
import { groupRations, useOtherRations } from '#src/operations/rations/compare/other-rations.ts';
import { useRationsPath } from '#src/operations/rations/place.ts';

export interface StartFromProps {
  farm: FarmCard;
  /** The ration that the new one starts from. */
  from: number | null;
  /** Feeds of that ration for which the farm has none of the name. */
  unmatched: readonly string[];
}

/** The choice of a template or of a ration of any farm, from which a new ration starts. */
export function StartFrom({ farm, from, unmatched }: StartFromProps) {
  const { t } = useTranslation(['nutrients', 'core']);
  const navigate = useNavigate();
  const at = useRationsPath();
  const { data } = useOtherRations(null);
  const groups = groupRations(t, farm.id, data?.rows ?? []);
  return (
    <>
      {(groups.length > 0 || from !== null) && (
        <Select
          label={t('nutrients:copies.start.label')}
          data={groups}
          value={from === null ? null : `ration ${from}`}
          onChange={(value) => value && navigate(at(farm, `create?from=${value.slice(7)}`), { replace: true })}
          searchable
          nothingFoundMessage={t('core:list.nothing')}
        />
      )}
      {unmatched.length > 0 && (
        <Alert color="orange" variant="light" role="status">
          {t('nutrients:copies.start.unmatched', { names: unmatched.join(', ') })}
        </Alert>
      )}
    </>
  );
}
