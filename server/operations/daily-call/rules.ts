import { callRules } from '#contract/operations/daily-call.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { invalid } from '#server/platform/errors.ts';
import { asJson } from '#server/platform/resource/as-json.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import type { TableOf } from '#server/platform/resource/table.ts';

export const callRuleTable: TableOf<typeof callRules, 'call_rule'> = {
  contract: callRules,
  table: 'call_rule',
  joins: 'join farm on farm.client_id = t.client_id and farm.id = t.farm_id',
  fields: { farm: 't.farm_id', farm_name: 'farm.name' },
  references: { farm: farmTable },
  farm: 't.farm_id',
  order: 'farm.name',
  remove: 'hard',
  title: (row) => row.farm_name,
  prepare: oneByOne(async (_tx, _context, { input, after }) => {
    const scores = (after.rows as { score: number }[]).map(({ score }) => score);
    const twice = scores.findIndex((score, index) => scores.indexOf(score) < index);
    if (twice !== -1) throw invalid(`rows.${twice}.score`, 'not_unique');
    return input.rows === undefined ? {} : { rows: asJson(after.rows) };
  }),
};

export const callRuleImport: Importable<typeof callRules> = { table: callRuleTable, byName: false, unusual: 'bounded' };
