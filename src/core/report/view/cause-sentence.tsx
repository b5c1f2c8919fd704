import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { describeWaterfall } from '#common/files/waterfall-sentence.ts';
import { withTexts } from '#common/files/with-texts.ts';
import { daysText } from '#common/format/days-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { type ReportId, reportNamed } from '#contract/reports/index.ts';
import type { ReportData, ReportDefinition, Series } from '#contract/reports/shape.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { type Filters, paramsOf } from '#src/core/report/filters.ts';
import { reportQuery } from '#src/core/report/queries.ts';
import classes from './cause-sentence.module.css';
import { causesQuery } from './causes-query.ts';

interface CauseSentenceProps {
  definition: ReportDefinition;
  data: ReportData;
  filters: Filters;
  format: Formatter;
}

/** Returns a function that describes the first waterfall of a report in words, over its days; null if there is none or nothing changed. */
function useSentence() {
  const { t } = useTranslation('reports');
  return ({ series, filters }: Pick<ReportData, 'series' | 'filters'>, format: Formatter): string | null => {
    const { planned_on_after: after = '', planned_on_before: before = '' } = filters;
    const drawn = series.find(({ type }: Series) => type === 'waterfall');
    return drawn ? describeWaterfall(drawn, daysText({ after, before }, format), t, format) : null;
  };
}

/** The sentence of another report over the same days, with a link to that report. Nothing while its figures load. */
function LinkedSentence({ source, data, filters, format }: Omit<CauseSentenceProps, 'definition'> & { source: ReportDefinition }) {
  const { t } = useTranslation('reports');
  const appPath = useAppPath();
  const language = useLanguage();
  const writeSentence = useSentence();
  const query = causesQuery(data, source);
  const answer = useQuery({ ...reportQuery(source, { ...query, language }), enabled: query !== null });
  const sentence = query && answer.data ? writeSentence(withTexts(answer.data.data, t, format.units), format) : null;
  if (!sentence || !query) return null;
  const { previous_on_after: after, previous_on_before: before } = query;
  const lists = Object.fromEntries(Object.entries(filters.lists).filter(([filter]) => filter in query));
  const params = paramsOf({ ...filters, lists, previous: { after, before } });
  return (
    <Anchor component={Link} className={classes.sentence} to={appPath(`reports/${source.route}?${params}`)} title={sentence}>
      {sentence}
    </Anchor>
  );
}

/** States the change of a report's days and its largest causes in one sentence. */
export function CauseSentence({ definition, data, ...rest }: CauseSentenceProps) {
  const writeSentence = useSentence();
  const { id, causes } = definition;
  const source = causes === id ? null : reportNamed(causes as ReportId);
  if (source) return <LinkedSentence source={source} data={data} {...rest} />;
  const sentence = writeSentence(data, rest.format);
  return (
    sentence && (
      <Text className={classes.sentence} title={sentence}>
        {sentence}
      </Text>
    )
  );
}
