import { sql } from 'kysely';
import { type Form, type FormSource, namingClient } from '#common/files/forms/form.ts';
import { forms } from '#common/files/forms/forms.ts';
import { monthNumbers, type NumberedClosing } from '#common/files/forms/month-numbers.ts';
import { Id } from '#contract/kinds.ts';
import { ALL, FORM_LISTS, FORM_NEEDS, type FormNeed, type FormType, type SavedFilters } from '#contract/operations/blanks.ts';
import { FARM_HEADER_FIELDS } from '#contract/operations/farms.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import type { FileInput } from './file-bytes.ts';

interface Kept {
  farm: number;
  filters: SavedFilters;
}

/** What is kept under a name and can be nothing else: days are the subscription's. */
const isList = (need: FormNeed) => need === 'blank' || FORM_LISTS.some((list) => list === need);
const listOf = (filters: SavedFilters, name: string) => [filters[name] ?? []].flat();

/** The first thing that the form needs and that its saved filter lacks. */
export const lackingOf = (form: FormType, filters: SavedFilters): FormNeed | undefined =>
  FORM_NEEDS[form].find((need) => isList(need) && listOf(filters, need).length === 0);

/** The report's query behind a kept form; all of a list is no filter. 400 that names what must be selected first. */
export function formQuery(form: FormType, { farm, filters }: Kept): SavedFilters {
  const lacking = lackingOf(form, filters);
  if (lacking) throw invalid(lacking, 'required');
  const lists = FORM_NEEDS[form].filter((need) => isList(need) && !listOf(filters, need).includes(ALL));
  return { farm: [farm], ...Object.fromEntries(lists.map((name) => [name, listOf(filters, name)])) };
}

/** The farm's blank, header, and closed months as the form's screen has them; 400 when the blank is that no more. */
async function printedBy({ db, client }: ClientContext, form: FormType, { farm, filters }: Kept) {
  const id = Id.safeParse(Number(listOf(filters, 'blank')[0]));
  if (!id.success) throw invalid('blank', 'invalid_value');
  const { rows: blanks } = await sql<FormSource['blank']>`
    select header, template from additional_report
    where client_id = ${client} and id = ${id.data} and farm_id = ${farm} and kind = 'blank'
      and report_type = ${form} and not deleted`.execute(db);
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
  return { blank, farm: farms[0]!, ...monthNumbers(closings, begun[0]?.month) };
}

/** The form's file, as its author would save it from the screen; null when there is nothing to print. */
export async function formInput(
  context: ClientContext,
  type: FormType,
  subscription: Kept & { client_name: string },
  made: Pick<FormSource, 'data' | 't' | 'format'>,
): Promise<FileInput | null> {
  const source = { ...made, ...(await printedBy(context, type, subscription)) };
  const form: Form = forms[type];
  if (form.kind === 'file') return form.make(source);
  if (made.data.rows.length === 0) return null;
  return namingClient(form.make(source), context.principal.client === null ? subscription.client_name : null, made.t);
}
