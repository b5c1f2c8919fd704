import { sql } from 'kysely';
import type { Form, FormSource } from '#common/files/forms/form.ts';
import { forms } from '#common/files/forms/forms.ts';
import { monthNumbers, type NumberedClosing, type NumberedPaper } from '#common/files/forms/month-numbers.ts';
import {
  type ChosenLists,
  type FormatIn,
  makePrinted,
  monthsIn,
  monthsWithoutPaper,
  sourcesOfForm,
} from '#common/files/forms/paper-sources.ts';
import { Id } from '#contract/kinds.ts';
import { ALL, FORM_LISTS, FORM_NEEDS, type FormNeed, type FormType, type SavedFilters } from '#contract/operations/blanks.ts';
import { FARM_HEADER_FIELDS } from '#contract/operations/farms.ts';
import type { Range } from '#contract/periods.ts';
import { reports } from '#contract/reports/index.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { type ClientContext, demand } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { findCurrentPapers } from '#server/reports/papers/kept.ts';
import type { FileInput } from './file-bytes.ts';

interface Kept {
  farm: number;
  filters: SavedFilters;
}

/** True if the need is stored as a list; days belong to the subscription. */
const isList = (need: FormNeed) => need === 'blank' || FORM_LISTS.some((list) => list === need);
const listChosen = (filters: SavedFilters, name: string) => [filters[name] ?? []].flat();

/** The first thing that the form needs and that its saved filter lacks. */
export const lackingOf = (form: FormType, filters: SavedFilters): FormNeed | undefined =>
  FORM_NEEDS[form].find((need) => isList(need) && listChosen(filters, need).length === 0);

/** The report's query behind a kept form; all of a list is no filter. 400 that names what must be selected first. */
export function formQuery(form: FormType, { farm, filters }: Kept): SavedFilters {
  const lacking = lackingOf(form, filters);
  if (lacking) throw invalid(lacking, 'required');
  const lists = FORM_NEEDS[form].filter((need) => isList(need) && !listChosen(filters, need).includes(ALL));
  return { farm: [farm], ...Object.fromEntries(lists.map((name) => [name, listChosen(filters, name)])) };
}

/** The farm's form template, header, and closed months as the form's screen has them. 400 if the template is gone and no closed month printed it. */
async function printedBy({ db, client }: ClientContext, form: FormType, { farm, filters }: Kept) {
  const id = Id.safeParse(Number(listChosen(filters, 'blank')[0]));
  if (!id.success) throw invalid('blank', 'invalid_value');
  const { rows: blanks } = await sql<FormSource['blank']>`
    select header, template from additional_report b
    where client_id = ${client} and id = ${id.data} and farm_id = ${farm} and ((kind = 'blank' and report_type = ${form} and not deleted)
      or exists (select from month_paper p where p.client_id = b.client_id and p.farm_id = b.farm_id and p.blank_id = b.id
        and p.type = ${form} and p.current))`.execute(db);
  const [blank] = blanks;
  if (!blank) throw invalid('blank', 'invalid_value');
  const header = sql.join(FARM_HEADER_FIELDS.map((field) => sql.ref(`f.${field}`)));
  const { rows: farms } = await sql<FormSource['farm']>`
    select f.name, c.name as company_name, ${header} from farm f join company c on c.client_id = f.client_id and c.id = f.company_id
    where f.client_id = ${client} and f.id = ${farm}`.execute(db);
  const { rows: closings } = await sql<NumberedClosing>`
    select to_char(month, 'YYYY-MM') as month, number, version, reopened_at is null as closed from month_closing
    where client_id = ${client} and farm_id = ${farm}`.execute(db);
  const { rows: begun } = await sql<{ month: string | null }>`select to_char(books_begin(${client}, ${farm}), 'YYYY-MM') as month`.execute(
    db,
  );
  const { rows: papers } = await sql<NumberedPaper>`
    select to_char(month, 'YYYY-MM') as month, number, version, current from month_paper
    where client_id = ${client} and farm_id = ${farm} and blank_id = ${id.data}`.execute(db);
  return { id: id.data, blank, farm: farms[0]!, ...monthNumbers(closings, begun[0]?.month, papers) };
}

interface Printed {
  kept: Kept & { client_name: string };
  days: Range;
}

/** The chosen entries of a form by list. */
const pickChosen = (form: FormType, filters: SavedFilters): ChosenLists =>
  Object.fromEntries(
    FORM_LISTS.filter((list) => FORM_NEEDS[form].some((need) => need === list) && !listChosen(filters, list).includes(ALL)).map((list) => [
      list,
      listChosen(filters, list).map(String),
    ]),
  );

/**
 * The form's file, as its author would save it from the screen; null if there is nothing to print. Closed months are printed from their papers:
 * `makeData` reads the figures of today only if a month has none.
 */
export async function formInput(
  context: ClientContext,
  type: FormType,
  { kept, days }: Printed,
  { makeData, t, formatIn }: { makeData: () => Promise<FormSource['data']>; t: FormSource['t']; formatIn: FormatIn },
): Promise<FileInput | null> {
  const { permission, module }: ReportDefinition = reports[type];
  demand(context, permission, 'view', module);
  const request = { type, days, lists: pickChosen(type, kept.filters) };
  const { id, ...heads } = await printedBy(context, type, kept);
  const papers = await findCurrentPapers(context, id, monthsIn(days));
  const today = monthsWithoutPaper(request, papers).length > 0 ? { data: await makeData(), ...heads } : null;
  const sources = sourcesOfForm(request, papers, today, { t, formatIn });
  const form: Form = forms[type];
  const [first] = sources;
  if (!first) return null;
  if (form.kind === 'file') return form.make(first);
  if (sources.every(({ data }) => data.rows.length === 0)) return null;
  return makePrinted(form, sources, context.principal.client === null ? kept.client_name : null);
}
