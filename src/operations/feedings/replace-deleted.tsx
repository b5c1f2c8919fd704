import { Select, Stack } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { Use } from '#contract/errors.ts';
import type { Replacement } from '#contract/operations/feedings.ts';
import { useChoices } from './choices.ts';

interface ReplaceDeletedProps {
  farm: number;
  deleted: readonly Use[];
  value: readonly Replacement[];
  onChange: (value: Replacement[]) => void;
  errors: FormErrors;
}

const LEAVE_OUT = '';

/** Replacements for rations, mixers and groups that were deleted after the day. */
export function ReplaceDeleted({ farm, deleted, value, onChange, errors }: ReplaceDeletedProps) {
  const { t } = useTranslation(['operations', 'pages']);
  const choices = useChoices(farm);
  return (
    <Stack gap="xs">
      {deleted.map((use) => {
        const resource = use.resource as Replacement['resource'];
        const at = value.findIndex((one) => one.resource === resource && one.id === use.id);
        const chosen = value[at];
        const others = value.filter((_, index) => index !== at);
        return (
          <Select
            key={`${resource} ${use.id}`}
            label={t(`pages:copy.instead_of_${resource}`, { name: use.name })}
            placeholder={t('pages:copy.choose')}
            disabled={choices.pending}
            allowDeselect={false}
            searchable
            data={[
              ...choices[resource].map(({ id, name }) => ({ value: String(id), label: name })),
              { value: LEAVE_OUT, label: t('pages:copy.leave_out') },
            ]}
            value={chosen === undefined ? null : String(chosen.with ?? LEAVE_OUT)}
            error={errors[`replacements.${at}.with`]}
            onChange={(id) => id !== null && onChange([...others, { resource, id: use.id, with: id === LEAVE_OUT ? null : Number(id) }])}
          />
        );
      })}
    </Stack>
  );
}
