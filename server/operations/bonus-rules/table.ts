import { sql } from 'kysely';
import { bonusRules } from '#contract/operations/bonus-rules.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { invalid } from '#server/platform/errors.ts';
import { asJson } from '#server/platform/resource/as-json.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import type { Importable, PartFigure } from '#server/platform/resource/import/importable.ts';
import type { TableOf } from '#server/platform/resource/table.ts';

export const bonusRuleTable: TableOf<typeof bonusRules, 'bonus_rule'> = {
  contract: bonusRules,
  table: 'bonus_rule',
  joins: 'join farm on farm.client_id = t.client_id and farm.id = t.farm_id',
  fields: { farm: 't.farm_id', farm_name: 'farm.name' },
  references: { farm: farmTable },
  farm: 't.farm_id',
  search: ['t.name'],
  order: 'farm.name, t.name',
  remove: 'soft',
  title: (row) => row.name,
  prepare: oneByOne(async (_tx, _context, { before, after, input }) => {
    // The rule belongs to its farm permanently.
    if (before && after.farm !== before.farm) throw invalid('farm', 'invalid_value');
    return input.steps === undefined ? {} : { steps: asJson(after.steps) };
  }),
};

/** A figure of steps, compared with those of the same measure. */
const compareSteps = (figure: 'from' | 'factor', otherwise?: number): PartFigure => ({
  list: 'steps',
  figure,
  toKey: ({ measure }, { farm }) => `${farm} ${measure}`,
  names: ['measure', 'factor'].filter((name) => name !== figure),
  stored: ({ client }) => sql`
    select concat_ws(' ', r.farm_id, step->>'measure'), (step->>${figure})::numeric, r.id from bonus_rule r cross join jsonb_array_elements(r.steps) step
    where r.client_id = ${client} and not r.deleted`,
  ...(otherwise === undefined ? {} : { otherwise }),
});

/** A file of rules, a line for each step. A factor far from 1 is probably a percentage. */
export const bonusRuleImport: Importable<typeof bonusRules> = {
  table: bonusRuleTable,
  byName: true,
  unusual: { figures: ['base'], alike: ['farm'], parts: [compareSteps('from'), compareSteps('factor', 1)] },
  parts: [{ field: 'steps' }],
};
