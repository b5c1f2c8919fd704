import { useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { type BudgetFilled, type BudgetFrom, budgets } from '#contract/reports/budgets.ts';
import type { RowOf } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { refresh } from '#src/core/resource/queries.ts';

export type Budget = RowOf<typeof budgets>;
export type Filled = z.output<typeof BudgetFilled>;
/** The source of a new budget's lines: `none` leaves it empty, or copies the lines of the year's approved version. */
export type Source = BudgetFrom['source'] | 'none';

const post = async <T>(id: number, what: 'from' | 'approve', body: object) =>
  (await api.post<T>(`${budgets.path}/${id}/${what}/`, { body })).data;

type Fill = Omit<z.input<typeof BudgetFrom>, 'source' | 'prices'> & { source: Source };

/** Creates a budget if there is none yet, and fills it. */
export async function makeAndFill(
  values: { id?: number; farm: number; year: number; reason: string },
  { source, ...fill }: Fill,
): Promise<Filled> {
  const { id: known, ...created } = values;
  try {
    const body = source === 'none' ? created : { ...created, lines: [] };
    const id = known ?? (await api.post<Budget>(`${budgets.path}/`, { body })).data.id;
    if (source === 'none') return { ...(await api.get<Budget>(`${budgets.path}/${id}/`)).data, empty_months: [] };
    return await post<Filled>(id, 'from', { source, ...fill });
  } finally {
    await refresh(budgets);
  }
}

export function useApprove() {
  return useMutation({
    mutationFn: ({ id, version }: Pick<Budget, 'id' | 'version'>) => post<Budget>(id, 'approve', { version }),
    onSettled: () => refresh(budgets),
  });
}

export function useRemoveDraft() {
  return useMutation({
    mutationFn: (id: number) => api.delete(`${budgets.path}/${id}/`),
    onSettled: () => refresh(budgets),
  });
}
