import { SegmentedControl } from '@mantine/core';
import { type InputHTMLAttributes, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { packsWeight } from '#common/packs/packs.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { packsOfFeed, usePacks } from './packs.ts';

export interface PackedValues {
  kg: number | null;
  pack: string | null;
  packs: number | null;
}

interface PackedWeightProps extends PackedValues {
  label?: string;
  ingredient: number | null;
  /** The day whose weights of packs count. */
  day: string;
  onChange: (values: PackedValues) => void;
  /** True if only whole packs can be moved. */
  whole?: boolean;
  error?: ReactNode;
  readOnly?: boolean;
  /** Further properties of the input, for a cell of a table. */
  field?: Pick<InputHTMLAttributes<HTMLInputElement>, 'aria-label' | 'onKeyDown' | 'onFocus'> & { 'data-column'?: string };
}

const IN_KILOGRAMS = '';

/** A weight in kilograms, or in packs if the feed has any. */
export function PackedWeight(props: PackedWeightProps) {
  const { label, ingredient, day, kg, pack, packs, onChange, whole = false, error, readOnly = false, field } = props;
  const { t } = useTranslation('pages');
  const format = useFormat();
  const known = packsOfFeed(usePacks(), ingredient, day);
  const [chosen, setChosen] = useState(pack ?? IN_KILOGRAMS);
  const current = known.find(({ name }) => name === (pack ?? chosen));
  const unit = t(format.unit('weight'));
  const shared = { ...field, label, error, readOnly };
  const inKilograms = (
    <DecimalInput {...shared} kind="weight" value={kg} onChange={(next) => onChange({ kg: next, pack: null, packs: null })} />
  );
  if (known.length === 0) return inKilograms;
  const count = (next: number | null) =>
    current && onChange({ kg: next === null ? null : packsWeight(next, current.kg), pack: current.name, packs: next });
  const product =
    current && packs !== null && kg !== null
      ? t('pages:packs.product', {
          packs: format.value('ratio', packs),
          each: format.value('weight', kg / packs || current.kg),
          weight: format.value('weight', kg),
          unit,
        })
      : undefined;
  return (
    <div>
      {current ? (
        <DecimalInput
          {...shared}
          kind={whole ? 'count' : 'ratio'}
          decimals={whole ? 0 : 1}
          unit={current.name}
          rightSectionWidth={90}
          value={packs}
          onChange={count}
          description={product}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      ) : (
        inKilograms
      )}
      <SegmentedControl
        size="xs"
        mt={4}
        aria-label={t('pages:packs.unit')}
        data={[
          { value: IN_KILOGRAMS, label: unit },
          ...known.map((one) => ({ value: one.name, label: `${one.name} · ${format.value('weight', one.kg)}\u00a0${unit}` })),
        ]}
        value={current ? current.name : IN_KILOGRAMS}
        readOnly={readOnly}
        onChange={(next) => {
          setChosen(next);
          onChange({ kg: null, pack: null, packs: null });
        }}
      />
    </div>
  );
}
