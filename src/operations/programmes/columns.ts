import type { TFunction } from 'i18next';
import type { programmes } from '#contract/operations/programmes.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ListColumn } from '#src/core/resource/column.ts';

export type Programme = RowOf<typeof programmes>;

const joinSteps = ({ steps }: Programme) => [...new Set(steps.map(({ ration_name }) => ration_name))].join(' → ');

export const programmeColumns = (t: TFunction): ListColumn<Programme>[] => [
  { key: 'name', label: t('pages:programmes.name'), sort: 'name' },
  {
    key: 'rations',
    label: t('pages:programmes.steps'),
    value: joinSteps,
    // The last step matters as much as the first: all steps are shown, on as many lines as needed.
    render: joinSteps,
  },
  {
    key: 'last_day',
    label: t('pages:programmes.last_day'),
    value: ({ steps }) => t('pages:programmes.on_day', { day: steps.at(-1)?.day }),
  },
  { key: 'groups', label: t('pages:programmes.groups'), value: ({ groups }) => groups.map(({ group_name }) => group_name).join(', ') },
];
