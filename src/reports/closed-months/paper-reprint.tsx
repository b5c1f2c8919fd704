import { Button, Group } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Form } from '#common/files/forms/form.ts';
import { forms } from '#common/files/forms/forms.ts';
import { sourcesOfForm } from '#common/files/forms/paper-sources.ts';
import { monthRange } from '#contract/periods.ts';
import { isOffered } from '#contract/reports/index.ts';
import { useFormatIn } from '#src/core/format/use-format.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import { FormFiles } from '#src/reports/forms/form-files.tsx';
import { FormView } from '#src/reports/forms/form-view.tsx';
import { PaperStamp } from '#src/reports/papers/paper-stamp.tsx';
import { type Paper, useKeptPaper } from '#src/reports/papers/queries.ts';

/** A version of a paper as it was issued: on screen, printed and as files. */
export function PaperReprint({ paper, timezone }: { paper: Paper; timezone: string }) {
  const { t } = useTranslation(['reports', 'operations', 'core', 'pages']);
  const language = useLanguage();
  const formatIn = useFormatIn();
  const { data: kept, error, refetch } = useKeptPaper(paper);
  const form: Form = forms[paper.type];
  const days = useMemo(() => monthRange(paper.month), [paper.month]);
  const sources = useMemo(
    () => kept && sourcesOfForm({ type: paper.type, days, lists: {} }, [kept], null, { t, formatIn }),
    [kept, paper.type, days, t, formatIn],
  );
  if (!isOffered(form.definition, language)) return <EmptyState title={t('pages:form.only_uk')} />;
  if (error && !kept) return <FailedState error={error} onRetry={refetch} />;
  if (!sources) return <TableSkeleton />;
  return (
    <>
      <Group gap="xs" my="md">
        <FormFiles form={form} sources={sources} days={days} />
        <Button variant="default" leftSection={<IconPrinter size={18} stroke={1.6} aria-hidden />} onClick={() => window.print()}>
          {t('pages:papers.print')}
        </Button>
      </Group>
      <PaperStamp paper={paper} timezone={timezone} />
      <FormView form={form} sources={sources} />
    </>
  );
}
