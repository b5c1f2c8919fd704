import type { SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { OPERATORS_PATH, type Operator } from '#contract/operations/feedings.ts';
import { api } from '#src/core/api/api.ts';
import { IdSelect } from '#src/core/ui/id-select.tsx';

const NONE: readonly Operator[] = [];

/** People who may record loads on a farm; empty until loaded, or without a network. */
export function useOperators(farm: number): readonly Operator[] {
  const { data } = useQuery({
    queryKey: ['employees', 'operators', farm],
    queryFn: async ({ signal }) => (await api.get<Operator[]>(`${OPERATORS_PATH}/`, { query: { farm }, signal })).data,
    staleTime: 60_000,
  });
  return data ?? NONE;
}

interface OperatorSelectProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'defaultValue'> {
  farm: number;
  value?: number | null;
  onChange?: (id: number | null) => void;
  /** The present operator, who may no longer have the right. */
  known?: Operator | null;
}

/** The person at the mixer. Hidden without choices. */
export function OperatorSelect({ farm, known = null, ...rest }: OperatorSelectProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const operators = useOperators(farm);
  const rows = known && !operators.some(({ id }) => id === known.id) ? [...operators, known] : operators;
  if (rows.length === 0) return null;
  return (
    <IdSelect
      label={t('pages:schedule.operator')}
      placeholder={t('pages:schedule.no_operator')}
      clearable
      clearButtonProps={{ 'aria-label': t('core:actions.reset') }}
      {...rest}
      rows={rows}
    />
  );
}
