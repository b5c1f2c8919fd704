import { newId } from '#src/core/api/new-id.ts';
import { withoutMissing } from '#src/core/resource/draft.ts';
import type { Scenario } from './columns.ts';

/** The lists of a scenario, and the fields of their lines in the order in which they are typed. */
export const LISTS = {
  heads: ['group', 'day', 'heads', 'added'],
  prices: ['ingredient', 'price'],
  harvests: ['ingredient', 'day', 'kg'],
  rations: ['group', 'day', 'ration'],
} as const;
export type List = keyof typeof LISTS;
export const NAMES = Object.keys(LISTS) as List[];
export type LineField = (typeof LISTS)[List][number];

/** A line in the form; `key` identifies lines. */
export interface Line extends Partial<Record<LineField, string | number | null>> {
  key: string;
}

export const newLine = (list: List): Line => ({ key: newId(), ...Object.fromEntries(LISTS[list].map((field) => [field, null])) });

const toLines = (scenario: Scenario | null, list: List): Line[] =>
  (scenario?.[list] ?? []).map((line: object) => ({
    ...newLine(list),
    ...Object.fromEntries(Object.entries(line).filter(([field]) => LISTS[list].some((own) => own === field))),
  }));

export const scenarioValues = (scenario: Scenario | null) => ({
  farm: scenario?.farm ?? (null as number | null),
  name: scenario?.name ?? '',
  heads: toLines(scenario, 'heads'),
  prices: toLines(scenario, 'prices'),
  harvests: toLines(scenario, 'harvests'),
  rations: toLines(scenario, 'rations'),
  version: scenario?.version,
});
export type ScenarioValues = ReturnType<typeof scenarioValues>;

/** The request body. The server reports missing values at their fields. */
export const scenarioBody = ({ farm, ...values }: ScenarioValues) => ({
  ...values,
  farm: farm ?? undefined,
  ...Object.fromEntries(NAMES.map((list) => [list, values[list].map(({ key: _, ...line }) => withoutMissing(line))])),
});
