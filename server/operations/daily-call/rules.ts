import { BUNK_SCALES, type BunkScaleKind, callRules, listScores } from '#contract/operations/daily-call.ts';
import type { RowOf } from '#contract/resource.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { invalid } from '#server/platform/errors.ts';
import { asJson } from '#server/platform/resource/as-json.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import type { Importable } from '#server/platform/resource/import/importable.ts';
import type { TableOf } from '#server/platform/resource/table.ts';
import { findOrAddScale } from './scales.ts';

type ScoreRule = RowOf<typeof callRules>['rows'][number];
type Scale = Pick<RowOf<typeof callRules>, 'scale' | 'rows'>;

export const callRuleTable: TableOf<typeof callRules, 'call_rule'> = {
  contract: callRules,
  table: 'call_rule',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    left join bunk_scale on bunk_scale.client_id = t.client_id and bunk_scale.id = t.scale_id`,
  fields: { farm: 't.farm_id', farm_name: 'farm.name', scale: "coalesce(bunk_scale.kind, 'sdsu')" },
  columns: { scale: null },
  references: { farm: farmTable },
  farm: 't.farm_id',
  order: 'farm.name',
  remove: 'hard',
  title: (row) => row.farm_name,
  prepare: oneByOne(async (tx, context, { input, before, after }) => {
    const { scale = 'sdsu', rows } = after as unknown as Scale;
    const scores = rows.map(({ score }) => score);
    const twice = scores.findIndex((score, index) => scores.indexOf(score) < index);
    if (twice !== -1) throw invalid(`rows.${twice}.score`, 'not_unique');
    demandScale(scale, rows);
    if (!isSameScale(before as unknown as Scale | null, { scale, rows })) demandNeutral(scale, rows);
    const own = rows.map(({ score, label }) => ({ score, label: label ?? '' }));
    const scaleId = await findOrAddScale(tx, context.client, scale, own);
    return { scale_id: scaleId, ...(input.rows === undefined ? {} : { rows: asJson(after.rows) }) };
  }),
};

/** 400 at the row that doesn't fit its scale. */
function demandScale(scale: BunkScaleKind, rows: readonly ScoreRule[]): void {
  for (const [index, { score, label }] of rows.entries()) {
    if (scale === 'own' ? !label : label !== undefined)
      throw invalid(`rows.${index}.label`, scale === 'own' ? 'required' : 'invalid_value');
    if (scale !== 'own' && !BUNK_SCALES[scale].some((one) => one === score)) throw invalid(`rows.${index}.score`, 'invalid_value');
  }
}

/** 400 at `rows` if every score changes the feed. */
function demandNeutral(scale: BunkScaleKind, rows: readonly ScoreRule[]): void {
  const isChanging = (score: number) => rows.some((rule) => rule.score === score && rule.percent !== 0);
  if (listScores({ scale, rows }).every(({ score }) => isChanging(score))) throw invalid('rows', 'invalid_value');
}

/** True if a change leaves scale and rows. Rules that are older than `demandNeutral` remain, and their other fields can change. */
function isSameScale(before: Scale | null, after: Scale): boolean {
  if (before?.scale !== after.scale || before.rows.length !== after.rows.length) return false;
  return before.rows.every(({ score, percent, label }) => {
    const row = after.rows.find((one) => one.score === score);
    return row?.percent === percent && row.label === label;
  });
}

export const callRuleImport: Importable<typeof callRules> = { table: callRuleTable, byName: false, unusual: 'bounded' };
