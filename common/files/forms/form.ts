import type { TFunction } from 'i18next';
import type { ExportInput } from '#common/files/input.ts';
import type { StatementInput } from '#common/files/statements/statement.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { FORM_HEADINGS, FormExtra, FormType, savedReports } from '#contract/operations/blanks.ts';
import type { FarmCard, FarmHeaderField } from '#contract/operations/farms.ts';
import type { ReportData, ReportDefinition, Row } from '#contract/reports/shape.ts';
import type { RowOf } from '#contract/resource.ts';
import { headingKey } from './heading-key.ts';

export type Blank = RowOf<typeof savedReports>;

/** The figures of a form: what a report answers, or what a paper keeps of it. */
export type FormData = Pick<ReportData, 'filters' | 'timezone' | 'currency' | 'generated_at' | 'rows' | 'totals'> & {
  series: readonly { key: string; rows: readonly Row[] }[];
};

/** When and with which hash a paper was issued. */
export interface Issue {
  at: string;
  hash: string;
}

/** What a form is made of: the report's figures, the farm's blank, and the words of the language on screen. */
export interface FormSource {
  data: FormData;
  blank: Pick<Blank, 'header' | 'template'>;
  farm: Pick<FarmCard, 'name' | 'company_name' | FarmHeaderField>;
  /** Number and version of the current paper of the day's month, `1/2`; '' if the month has none. */
  numberOf: (day: string) => string;
  /** The number that issuing the paper of the day's month would give. */
  draftNumberOf?: (day: string) => string;
  /** The paper that the form is printed from. Undefined: the figures and names are those of today. */
  issued?: Issue;
  t: TFunction;
  format: Formatter;
}

/** One type of form. A printed form is seen and saved as it will be signed, a file for the books as lines. */
export type Form = { type: FormType; definition: ReportDefinition } & (
  | { kind: 'printed'; make: (source: FormSource) => StatementInput }
  | { kind: 'file'; make: (source: FormSource) => ExportInput }
);

/** A printed form with the name of the client that it is of, for those who work for several. */
export const namingClient = (input: StatementInput, client: string | null, t: TFunction): StatementInput =>
  client === null
    ? input
    : {
        ...input,
        statements: input.statements.map((one) => ({
          ...one,
          lines: [{ label: t('reports:filter.client'), value: client }, ...one.lines],
        })),
      };

/** A heading in the blank's words, else in the form's own. */
export const headingOf = <F extends FormType>({ blank, t, format }: FormSource, type: F, key: (typeof FORM_HEADINGS)[F][number]): string =>
  blank.template.headings[key] || t(headingKey(type, key), { unit: t(format.unit('weight')) });

/** What the blank prints instead of the farm's own, else that. */
export const printedOf = ({ blank, farm }: FormSource, field: FarmHeaderField): string => blank.header[field] || farm[field];

/** True if the blank asks for it. */
export const showsExtra = ({ blank }: FormSource, extra: FormExtra): boolean => blank.template.extras?.includes(extra) ?? false;

/** Things in their own order, those that the blank names first. */
export function inOrder<T>({ blank }: FormSource, things: readonly T[], keyOf: (thing: T) => string): T[] {
  const { order } = blank.template;
  const findPlace = (thing: T) => {
    const place = order.indexOf(keyOf(thing));
    return place === -1 ? order.length : place;
  };
  return things.toSorted((a, b) => findPlace(a) - findPlace(b));
}

/** What every printed form says of itself. */
export const documentOf = ({ data, t, format, issued }: FormSource): Omit<StatementInput, 'title' | 'statements'> => ({
  language: format.language,
  units: format.units,
  clock: format.clock,
  timezone: data.timezone,
  currency: data.currency,
  labels: { page: t('reports:export.page', { skipInterpolation: true }), signature: t('pages:form.signed') },
  ...(issued ? { issued } : {}),
});

/** The document's number: of the paper; of an extract if a closed month is printed in part; else of a draft, with the number that issuing it would give. */
export function documentNumber({ numberOf, draftNumberOf, issued, t }: FormSource, day: string): string {
  const number = numberOf(day);
  if (!number) return t('pages:form.draft', { number: draftNumberOf?.(day) ?? day.slice(0, 7) });
  return issued ? number : t('pages:form.extract', { number });
}

export const seriesOf = ({ data }: FormSource, name: string) => data.series.find(({ key }) => key === name)?.rows ?? [];
