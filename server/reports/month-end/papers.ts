import { sql } from 'kysely';
import { monthNumbers, type NumberedPaper } from '#common/files/forms/month-numbers.ts';
import type { Language } from '#contract/kinds.ts';
import { ALL, FORM_LISTS, FORM_TYPES, type FormType, type SavedFilters } from '#contract/operations/blanks.ts';
import { isOffered, reports } from '#contract/reports/index.ts';
import type { MonthPaper } from '#contract/reports/month-end.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { closingsOf } from './closings.ts';
import { farmsAsked } from './farms.ts';

export interface PapersAsked {
  farms: readonly number[];
  month: string;
  language: Language;
  /** The farms of a refusal. */
  field?: string;
}

/** All documents of a month: of each farm and form that the language has, one for each blank, with the number it has or would get. */
export async function papersOf(context: ClientContext, { farms: requested, month, language, field }: PapersAsked): Promise<MonthPaper[]> {
  const farms = await farmsAsked(context, requested, field);
  const ids = farms.map(({ id }) => id);
  const [{ rows: blanks }, { rows: begun }, closings, { rows: papers }] = await Promise.all([
    // A closed month has the papers that were issued, also of a template that was renamed or deleted since.
    sql<{ id: number; farm: number; name: string; type: FormType }>`
      select b.id, b.farm_id as farm, coalesce(p.name, b.name) as name, coalesce(p.type, b.report_type) as type
      from additional_report b
      left join month_paper p on p.client_id = b.client_id and p.farm_id = b.farm_id and p.blank_id = b.id
        and p.month = ${`${month}-01`}::date and p.current
      where b.client_id = ${context.client} and b.farm_id = any(${ids}::bigint[])
        and (p.id is not null or (b.kind = 'blank' and not b.deleted))
      order by 3, 1`.execute(context.db),
    sql<{ farm: number; begins: string | null }>`
      select f as farm, to_char(books_begin(${context.client}, f), 'YYYY-MM') as begins from unnest(${ids}::bigint[]) f`.execute(
      context.db,
    ),
    closingsOf(context, farms),
    sql<NumberedPaper & { blank: number }>`
      select blank_id as blank, ${month} as month, number, version, current from month_paper
      where client_id = ${context.client} and farm_id = any(${ids}::bigint[]) and month = ${`${month}-01`}::date`.execute(context.db),
  ]);
  const types = FORM_TYPES.filter((type) => isOffered(reports[type], language));
  return farms.flatMap(({ id: farm, name: farm_name }) => {
    const begins = begun.find((one) => one.farm === farm)?.begins;
    const numbered = (blank: number | null) => {
      const own = papers.filter((paper) => paper.blank === blank);
      const { numberOf, draftNumberOf } = monthNumbers(closings.get(farm) ?? [], begins, own);
      return { number: numberOf(month) || draftNumberOf(month), draft: numberOf(month) === '' };
    };
    return types.flatMap((type): MonthPaper[] => {
      const own = blanks.filter((blank) => blank.farm === farm && blank.type === type);
      const paper = { farm, farm_name, type };
      // A client that pays no bonuses, or feeds only its own animals, needs no template for them.
      if (own.length === 0)
        return type === 'bonus' || type === 'owner_statement' ? [] : [{ ...paper, ...numbered(null), blank: null, name: '' }];
      return own.map(({ id, name }) => ({ ...paper, ...numbered(id), blank: id, name }));
    });
  });
}

/** The filters of a month's document: all entries of each list. */
export const filtersOf = (blank: number): SavedFilters => ({
  blank: [blank],
  ...Object.fromEntries(FORM_LISTS.map((name) => [name, [ALL]])),
});

/** Lists as an address has them. */
export const asAddress = (query: SavedFilters) =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value].flat().map(String)]));
