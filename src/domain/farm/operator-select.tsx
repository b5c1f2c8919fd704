import type { SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { OPERATORS_PATH, type Operator } from '#contract/operations/feedings.ts';
import { api } from '#src/core/api/api.ts';
import { IdSelect } from '#src/core/ui/id-select.tsx';

const NONE: readonly Operator[] = [];

/** Who may record loads on a farm; none until they have come, or without a network. */
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
  /** Who stands there already, though they may no longer record. */
  known?: Operator | null;
}

/** The person at the mixer. Absent while there is nobody to choose. */
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
