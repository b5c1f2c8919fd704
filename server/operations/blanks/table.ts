import { sql } from 'kysely';
import { type BlankTemplate, RIGHT_OF_KIND, SAVED_REPORT_KINDS, type SavedReportKind, savedReports } from '#contract/operations/blanks.ts';
import { demandSavedDays } from '#server/domain/saved-days.ts';
import { farmTable } from '#server/operations/farms/table.ts';
import { demand, may } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { asJson } from '#server/platform/resource/as-json.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import { type AnyRow, named, type TableOf } from '#server/platform/resource/table.ts';

const OBJECTS = ['header', 'filters', 'template'] as const;

/**
 * Form templates and saved filters, each kind with a right of its own. Fields of the other kind are refused: a filter has neither header
 * nor template.
 */
export const additionalReportTable: TableOf<typeof savedReports, 'additional_report'> = {
  contract: savedReports,
  table: 'additional_report',
  joins: 'join farm on farm.client_id = t.client_id and farm.id = t.farm_id',
  fields: {
    ...named('farm'),
  },
  columns: { header: null, filters: null, template: null },
  references: { farm: farmTable },
  farm: 't.farm_id',
  visibleTo: (context) => sql`t.kind = any(${SAVED_REPORT_KINDS.filter((kind) => may(context, RIGHT_OF_KIND[kind], 'view'))})`,
  search: ['t.name', 'farm.name'],
  order: 't.kind, t.name',
  lite: ['id', 'name', 'farm', 'kind', 'report_type'],
  remove: 'soft',
  choices: { serving: (report) => sql`t.kind = 'blank' and t.report_type = ${report}` },
  prepare: oneByOne(async (_tx, context, { input, before, after: next }) => {
    demand(context, findRight(before ?? next), before ? 'change' : 'add');
    if (before && next.kind !== before.kind) throw invalid('kind', 'invalid_value');
    if (next.kind === 'filter') {
      if (Object.keys(next.header).length > 0) throw invalid('header', 'invalid_value');
      if (!isEmpty(next.template)) throw invalid('template', 'invalid_value');
      demandSavedDays(next.report_type, next.filters);
    }
    const order: string[] = next.template.order;
    const twice = order.findIndex((key, index) => order.indexOf(key) < index);
    if (twice !== -1) throw invalid(`template.order.${twice}`, 'invalid_value');
    return Object.fromEntries(OBJECTS.filter((field) => input[field] !== undefined).map((field) => [field, asJson(input[field])]));
  }),
  async beforeRemove(_tx, context, before) {
    demand(context, findRight(before), 'delete');
  },
};

const findRight = ({ kind }: AnyRow) => RIGHT_OF_KIND[kind as SavedReportKind];

const isEmpty = ({ headings, order, accounts }: BlankTemplate) =>
  Object.keys(headings).length + order.length + Object.keys(accounts).length === 0;
