import { cellWords } from '#common/files/cell-words.ts';
import { exportInput } from '#common/files/export-input.ts';
import { fileName } from '#common/files/file-name.ts';
import { textColumns } from '#common/files/text-column.ts';
import { withTexts } from '#common/files/with-texts.ts';
import { daysText } from '#common/format/days-text.ts';
import { createFormatter } from '#common/format/formatter.ts';
import type { Range } from '#contract/periods.ts';
import { compareClients } from '#contract/reports/compare-clients.ts';
import type { Services } from '#server/platform/context.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import { makeKept } from '#server/reports/compare-clients/query.ts';
import { createAuthorContext, toSavedQuery } from '#server/reports/kit/author.ts';
import type { MakeShared } from '#server/reports/shares/look.ts';
import type { ActiveSubscription } from '#server/reports/subscriptions/active-subscriptions.ts';
import type { Content } from '#server/reports/subscriptions/content.ts';
import { aboutClients } from './about.ts';

/** A view's file for these days, with the rights that its owner has now. */
export async function contentOverClients(services: Services, view: ActiveSubscription, days: Range): Promise<Content> {
  const { filters, language, units, clock, name, format: kind } = view;
  const context = await createAuthorContext(services, view);
  const query = { ...toSavedQuery(filters), planned_on_after: days.after, planned_on_before: days.before };
  const [made, t] = await Promise.all([makeKept(context, query), textsOf(language)]);
  const data = withTexts(made.data, t, units);
  const { timezone, currency } = data;
  const format = createFormatter({ language, units, clock, timezone, currency, labels: cellWords(t) });
  const period = daysText(days, format);
  const report = t(compareClients.label);
  const about = aboutClients(made, t);
  return {
    input: exportInput({
      title: report,
      lines: [...about, { label: t('reports:filter.period'), value: period }],
      data,
      shown: { columns: textColumns(data.columns, t, format).filter(({ hidden }) => !hidden), rows: data.rows },
      searching: false,
      format,
      t,
    }),
    fileName: fileName(name, days.after, days.before, kind),
    report,
    days: period,
    about,
    place: '',
    t,
  };
}

/** A person's shared report over clients, with the person's current rights. */
export const makeSharedOverClients: MakeShared = async (services, _person, { account, filters }, { language, t }) => {
  const made = await makeKept(await createAuthorContext(services, { account, language }), filters);
  return { label: compareClients.label, data: made.data, count: made.data.rows.length, about: aboutClients(made, t), more: [] };
};
