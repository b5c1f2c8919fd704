import type { StatementInput } from '#common/files/statements/statement.ts';
import { addDays } from '#contract/days.ts';
import { type FORM_LISTS, FORM_NEEDS, type FormType } from '#contract/operations/blanks.ts';
import { monthRange, type Range } from '#contract/periods.ts';
import type { PaperContent } from '#contract/reports/papers.ts';
import type { Row } from '#contract/reports/shape.ts';
import { type Form, type FormData, type FormSource, namingClient } from './form.ts';
import { createPaperTexts } from './paper-texts.ts';

/** The current paper of a month, with all that it prints. */
export interface KeptPaper {
  month: string;
  number: number;
  version: number;
  hash: string;
  earlier_hash: string | null;
  issued_at: string;
  content: PaperContent;
}

/** The parts of a form that are chosen: ids by list; a list that is left out is whole. */
export type ChosenLists = Partial<Record<(typeof FORM_LISTS)[number], readonly (string | number)[]>>;

/** The form that is requested: its days, and what of it is chosen. */
interface FormRequest {
  type: FormType;
  days: Range;
  lists: ChosenLists;
}

/** The months that these days lie in, in order. */
export function monthsIn({ after, before }: Range): string[] {
  const months: string[] = [];
  for (let month = after.slice(0, 7); month <= before.slice(0, 7); month = addDays(monthRange(month).before, 1).slice(0, 7))
    months.push(month);
  return months;
}

/** True if a paper holds what is asked for: waybills of whole days, or a whole month, of which groups or owners may be chosen. */
export function isPrintedFromPapers({ type, days, lists }: FormRequest): boolean {
  if (lists.ration || lists.mixer) return false;
  const { after, before } = monthRange(days.after.slice(0, 7));
  return hasDays(type) || (days.after === after && days.before === before);
}

const hasDays = (type: FormType) => FORM_NEEDS[type].some((need) => need === 'days');

/** The months of these days whose figures no paper holds. */
export const monthsWithoutPaper = (request: FormRequest, papers: readonly Pick<KeptPaper, 'month'>[]): string[] =>
  monthsIn(request.days).filter((month) => !isPrintedFromPapers(request) || !papers.some((paper) => paper.month === month));

/** Makes the reader's format in a timezone and currency. */
export type FormatIn = (place: Pick<FormData, 'timezone' | 'currency'>) => FormSource['format'];
type Reader = Pick<FormSource, 't'> & { formatIn: FormatIn };

/**
 * The sources of a form, month by month: the papers of closed months as they were issued, and the figures of today for the others. `today` may
 * be null if papers hold all that is asked for.
 */
export function sourcesOfForm(
  request: FormRequest,
  papers: readonly KeptPaper[],
  today: Omit<FormSource, 't' | 'format'> | null,
  { t, formatIn }: Reader,
): FormSource[] {
  const { type, days, lists } = request;
  const open = monthsWithoutPaper(request, papers);
  const months = monthsIn(days);
  if (open.length === months.length) return today ? [{ ...today, t, format: formatIn(today.data) }] : [];
  return months.flatMap((month): FormSource[] => {
    const paper = papers.find((one) => one.month === month);
    if (paper && !open.includes(month)) {
      const { number, version, hash, earlier_hash, issued_at: at, content } = paper;
      const { blank, farm, wording } = content;
      const data = { ...content.data, generated_at: at };
      const format = formatIn(data);
      return [
        {
          blank,
          farm,
          data: withinDays(type, withChosen(withChosen(data, 'group_id', lists.group), 'owner_id', lists.owner), days),
          numberOf: () => `${number}/${version}`,
          // A file of an earlier release stays the same to the byte.
          issued: { at, hash: earlier_hash ?? hash },
          t: createPaperTexts(wording?.[format.language], t),
          format,
        },
      ];
    }
    if (!today) return [];
    return [{ ...today, data: withinDays(type, today.data, within(days, monthRange(month))), t, format: formatIn(today.data) }];
  });
}

const within = (days: Range, { after, before }: Range): Range => ({
  after: days.after > after ? days.after : after,
  before: days.before < before ? days.before : before,
});

/** Of a form of days the lines and documents of these days; a form of a month is whole. */
function withinDays(type: FormType, data: FormData, { after, before }: Range): FormData {
  if (!hasDays(type)) return data;
  const isWithin = ({ day }: Row) => typeof day === 'string' && day >= after && day <= before;
  return {
    ...data,
    filters: { ...data.filters, planned_on_after: after, planned_on_before: before },
    rows: data.rows.filter(isWithin),
    series: data.series.map((series) => ({ ...series, rows: series.rows.filter(isWithin) })),
  };
}

/** The lines and documents of the chosen groups or owners. A series that is of neither stays whole. */
function withChosen(data: FormData, key: 'group_id' | 'owner_id', ids: readonly (string | number)[] | undefined): FormData {
  if (!ids) return data;
  const chosen = new Set(ids.map(Number));
  const isChosen = (row: Row) => !(key in row) || chosen.has(Number(row[key]));
  return {
    ...data,
    rows: data.rows.filter(isChosen),
    series: data.series.map((series) => ({ ...series, rows: series.rows.filter(isChosen) })),
  };
}

/**
 * Returns the printed form of all sources as one document, with the client's name for those who work for several. It is a reprint to the byte only
 * if each source is a paper.
 */
export function makePrinted(
  form: Extract<Form, { kind: 'printed' }>,
  sources: readonly FormSource[],
  client: string | null,
): StatementInput {
  const made = sources.map((source) => namingClient(form.make(source), client, source.t));
  const [first] = made as [StatementInput, ...StatementInput[]];
  const { issued, ...rest } = first;
  const isReprint = issued && sources.every((source) => source.issued);
  return { ...rest, statements: made.flatMap(({ statements }) => statements), ...(isReprint ? { issued } : {}) };
}
