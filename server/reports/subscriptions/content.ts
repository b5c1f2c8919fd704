import type { TFunction } from 'i18next';
import { cellWords } from '#common/files/cell-words.ts';
import { type ExportLine, exportInput } from '#common/files/export-input.ts';
import { fileName } from '#common/files/file-name.ts';
import type { FormatIn } from '#common/files/forms/paper-sources.ts';
import type { ExportInput } from '#common/files/input.ts';
import { textColumns } from '#common/files/text-column.ts';
import { withTexts } from '#common/files/with-texts.ts';
import { daysText } from '#common/format/days-text.ts';
import { createFormatter } from '#common/format/formatter.ts';
import { definedKey } from '#common/texts/keys.ts';
import { isForm } from '#contract/operations/blanks.ts';
import type { Range } from '#contract/periods.ts';
import { reportNamed } from '#contract/reports/index.ts';
import { demand, demandFarm, type Services } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import { contextOfAuthor, toSavedQuery } from '#server/reports/kit/author.ts';
import { makeNamed, type Servers } from '#server/reports/kit/endpoints.ts';
import type { ClientSubscription } from './active-subscriptions.ts';
import type { FileInput } from './file-bytes.ts';
import { filterLines } from './filter-names.ts';
import { formInput, formQuery } from './form.ts';

export interface Content {
  input: FileInput;
  fileName: string;
  /** The report's own name. */
  report: string;
  days: string;
  /** The client and farm of the figures; lines in the file and in the mail's text. */
  about: readonly ExportLine[];
  /** The place of the figures, in the mail's subject. */
  place: string;
  t: TFunction;
}

/** Makes what a subscription of a client sends. Errors are those of the author's own request. */
export type MakeContent = (services: Services, subscription: ClientSubscription, days: Range) => Promise<Content>;

/**
 * The content of a subscription's file for these days, equal to the export of the report's screen. Errors are those of the author's own
 * request.
 */
export async function contentOf(services: Services, servers: Servers, subscription: ClientSubscription, days: Range): Promise<Content> {
  const { owner, sender, farm, farm_name, filters, language, units, clock, name, report_type } = subscription;
  const client = owner.id;
  const context = await contextOfAuthor(services, { ...subscription, client });
  demand(context, 'filters', 'view');
  demandFarm(context, farm);
  const definition = reportNamed(report_type);
  if (!definition) throw notFound();
  const form = isForm(report_type) ? report_type : null;
  const query = {
    ...toSavedQuery(form ? formQuery(form, subscription) : filters),
    language,
    planned_on_after: days.after,
    planned_on_before: days.before,
  };
  const t = await textsOf(language);
  const formatIn: FormatIn = (place) => createFormatter({ language, units, clock, ...place, labels: cellWords(t) });
  const period = daysText(days, formatIn({ timezone: 'UTC', currency: 'UAH' }));
  const report = t(definedKey(definition.label));
  const clientLine = { label: t('reports:filter.client'), value: sender };
  const makeData = async () => (await makeNamed(context, servers, report_type, query)).data;
  const table = async (): Promise<ExportInput> => {
    const data = withTexts(await makeData(), t, units);
    const format = formatIn(data);
    const input = exportInput({
      title: report,
      lines: [clientLine, { label: t('reports:filter.period'), value: period }, ...(await filterLines(context, definition, data, t))],
      data,
      shown: { columns: textColumns(data.columns, t, format).filter(({ hidden }) => !hidden), rows: data.rows },
      searching: false,
      format,
      t,
    });
    return form ? { ...input, notes: [t(`pages:form.nothing.${form}`), ...input.notes] } : input;
  };
  const kept = { ...subscription, client_name: sender };
  return {
    input: (form && (await formInput(context, form, { kept, days }, { makeData, t, formatIn }))) ?? (await table()),
    fileName: fileName(name, days.after, days.before, subscription.format),
    report,
    days: period,
    about: [clientLine, { label: t('reports:filter.farm'), value: farm_name }],
    place: farm_name,
    t,
  };
}
