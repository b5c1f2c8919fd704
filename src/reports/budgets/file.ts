import type { TFunction } from 'i18next';
import { type BudgetLineRow, budgets } from '#contract/reports/budgets.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import type { Budget } from './queries.ts';

type Line = Omit<Budget, 'lines'> & BudgetLineRow;

const columns = (t: TFunction): ListColumn<Line>[] => [
  // Years and months are names here, not numbers to calculate with.
  { key: 'year', label: t('pages:budget.year'), value: ({ year }) => String(year) },
  { key: 'month', label: t('pages:budget.month'), value: ({ month }) => String(month) },
  { key: 'group_name', label: t('pages:history.fields.group_name') },
  { key: 'animal_type_name', label: t('pages:history.fields.animal_type_name') },
  { key: 'ingredient_name', label: t('pages:recipe.ingredient') },
  { key: 'heads', label: t('pages:history.fields.heads'), kind: 'ratio' },
  { key: 'kg_per_head_day', label: t('pages:budget.kg_per_head_day'), kind: 'weight' },
  { key: 'price', label: t('pages:history.fields.price'), kind: 'price' },
  { key: 'reason', label: t('pages:budget.reason') },
];

/**
 * A budget as a file, with a line for each feed of a group and month. Importing it updates the draft with that id, or creates a budget of
 * the year.
 */
export const budgetFile = (
  t: TFunction,
  { farm, budget, nextYear, writes }: { farm: number; budget: Budget | undefined; nextYear: number; writes: boolean },
): ListFile => ({
  title: budget ? `${t('pages:budget.title')} ${t('pages:budget.name', budget)}` : t('reports:budgets.title'),
  columns,
  source: { resource: budgets, query: {}, farm, one: budget?.id },
  lines: ({ lines = [], ...row }: Budget): Line[] => lines.map((line) => ({ ...row, ...line })),
  imports: writes
    ? {
        fields: [
          { key: 'year', reads: 'count', example: String(nextYear) },
          { key: 'month', reads: 'count', example: '1' },
          { key: 'group_name' },
          { key: 'animal_type_name', example: null },
          { key: 'ingredient_name' },
          { key: 'heads', example: 100 },
          { key: 'kg_per_head_day', decimals: 6, example: 20 },
          { key: 'price' },
          { key: 'reason', example: null },
        ],
        parts: [
          {
            field: 'lines',
            keys: ['month', 'group_name', 'animal_type_name', 'ingredient_name', 'heads', 'kg_per_head_day', 'price'],
            named: 4,
            of: 'year',
          },
        ],
        texts: 'pages',
        ids: true,
        byName: false,
        about: t('pages:budget.import_hint'),
        farm,
      }
    : undefined,
});
