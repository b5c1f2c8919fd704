import { useTranslation } from 'react-i18next';
import { codeKey } from '#common/texts/keys.ts';
import { weights } from '#contract/operations/weights.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import type { AnimalWeight } from './columns.tsx';
import { bodyOf, type GroupOption, labelWeights, WeightFields } from './weight-fields.tsx';

interface WeightModalProps {
  farm: number;
  row: AnimalWeight;
  groups: readonly GroupOption[];
  timezone: string;
  onClose: () => void;
}

/** A form to correct a weighing. */
export function WeightModal({ farm, row, groups, timezone, onClose }: WeightModalProps) {
  const { t } = useTranslation(['milk', 'pages', 'core']);
  const format = useFormat({ timezone });
  const known = groups.some(({ id }) => id === row.group) ? groups : [...groups, { id: row.group, name: row.group_name }];
  const modal = useResourceForm(weights, {
    row,
    bodyOf,
    farm,
    labels: labelWeights(t),
    show(field, value) {
      if (field === 'group') return known.find(({ id }) => id === value)?.name ?? '';
      if (field === 'kind') return t(codeKey('pages:weights.kinds', value));
      const kinds = { at: 'datetime', heads: 'count', kg: 'weight', price: 'price', cost: 'money' } as const;
      return format.value(kinds[field as keyof typeof kinds], value as string | number | null);
    },
  });
  return (
    <FormModal {...modal} size="lg" onClose={onClose} title={`${row.group_name}, ${format.value('datetime', row.at)}`}>
      <WeightFields form={modal.form} groups={known} timezone={timezone} />
    </FormModal>
  );
}
