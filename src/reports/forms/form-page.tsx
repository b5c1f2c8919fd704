import { Button, Group, Paper } from '@mantine/core';
import { IconBookmarks, IconFileCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Blank, Form } from '#common/files/forms/form.ts';
import { forms } from '#common/files/forms/forms.ts';
import { daysText } from '#common/format/days-text.ts';
import { type FormType, isForm, savedReports } from '#contract/operations/blanks.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import { isOffered } from '#contract/reports/index.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { DropPanel } from '#src/core/report/filters/drop-panel.tsx';
import { useList } from '#src/core/resource/queries.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import { NotIssued } from '#src/reports/papers/not-issued.tsx';
import { PaperStamp } from '#src/reports/papers/paper-stamp.tsx';
import { type Choice, keptDays, keptOf, listsOf, missingOf, periodIn, rangeOf, useChoice } from './choice.ts';
import { ChoiceFields } from './choice-fields.tsx';
import { FormFailure } from './form-failure.tsx';
import { FormFiles } from './form-files.tsx';
import { FormView } from './form-view.tsx';
import classes from './forms.module.css';
import { useFormSources } from './use-form-sources.ts';

const SavedPanel = lazyPart(async () => (await import('#src/core/report/saved/saved-panel.tsx')).FarmSavedPanel);

/** Page of a report that is a form. */
export const ReportFormPage = ({ definition: { id } }: { definition: Pick<ReportDefinition, 'id'> }) => (
  <FormPage type={isForm(id) ? id : undefined} />
);

/** The templates of the chosen form at a farm, undefined while they load, and the chosen one. A single template is chosen automatically. */
function useBlanks(farm: number | undefined, { type, blank: chosen }: Pick<Choice, 'type' | 'blank'>) {
  const blanks = useList<typeof savedReports, Blank>(
    savedReports,
    { farm, page_size: 1000, kind: 'blank', report_type: type ?? undefined, ordering: 'name' },
    { enabled: farm !== undefined && type !== null },
  );
  const ofForm = blanks.isPlaceholderData ? undefined : blanks.data?.rows;
  const only = chosen === null && ofForm?.length === 1 ? ofForm[0] : undefined;
  return { ofForm, blank: ofForm?.find(({ id }) => id === chosen) ?? only };
}

interface FormBodyProps {
  form: Form;
  farm: FarmCard;
  blank: Blank | undefined;
  month: string;
  found: ReturnType<typeof useFormSources>;
}

/** The form as it will be printed, with the stamps of its papers. */
function FormBody({ form, farm, blank, month, found: { sources, papers, notIssued, error, refetch } }: FormBodyProps) {
  if (error && !sources) return <FormFailure error={error} onRetry={refetch} />;
  if (!sources) return <TableSkeleton />;
  return (
    <>
      {papers.map((paper) => (
        <PaperStamp key={paper.id} paper={paper} timezone={farm.timezone} />
      ))}
      {notIssued && blank && sources.some(({ data }) => data.rows.length > 0) && (
        <NotIssued paper={{ farm: farm.id, month, blank: blank.id }} name={blank.name} />
      )}
      <FormView form={form} sources={sources} />
    </>
  );
}

/** A form: chosen by template and its other requirements, shown as it will be printed or booked, saved as files. */
export function FormPage({ type }: { type?: FormType }) {
  const { t } = useTranslation(['reports', 'operations', 'core', 'pages']);
  const { can } = useAccess();
  const path = useAppPath();
  const language = useLanguage();
  const { farms, farm, today, choice: chosen, choose, error: failure, isPending, refetch } = useChoice(type);
  const form = chosen.type ? forms[chosen.type] : null;
  const { ofForm, blank } = useBlanks(farm?.id, chosen);
  const days = rangeOf(chosen);
  const choice = { ...chosen, blank: ofForm ? (blank?.id ?? null) : chosen.blank };
  const missing = missingOf(choice);
  const [requested, setRequested] = useState(missing.length === 0);
  const offered = form !== null && isOffered(form.definition, language);
  const ready = requested && farm !== undefined && offered && missing.length === 0;
  const found = useFormSources({ form, farm, blank, days, lists: listsOf(chosen), enabled: ready });
  const format = useFormat({ timezone: farm?.timezone });

  if (failure && farms.length === 0) return <FailedState error={failure} onRetry={refetch} />;
  if (!farm) return isPending ? <TableSkeleton /> : <EmptyState title={t('reports:view.no_farm')} />;

  const kept =
    missing.length === 0
      ? { filters: keptOf(choice, farm.id), days: keptDays(choice), daysText: daysText(days, format), period: periodIn(choice, today) }
      : null;

  const body = () => {
    if (form && !offered) return <EmptyState title={t('pages:form.only_uk')} />;
    if (!ready || !form)
      return (
        <EmptyState icon={IconFileCheck} title={t('pages:form.place')} text={t('pages:form.place_text', { make: t('pages:form.make') })} />
      );
    return <FormBody form={form} farm={farm} blank={blank} month={days.after.slice(0, 7)} found={found} />;
  };

  return (
    <>
      <PageHeader
        title={t(type ? `reports:report.${type}` : 'reports:form.title')}
        crumbs={type && [{ label: t('reports:form.title'), to: path('reports/forms') }]}
        detail={t('pages:form.detail')}
      />
      <Paper withBorder className={classes.choice}>
        <ChoiceFields
          fixed={type !== undefined}
          farms={farms}
          farm={farm}
          blanks={ofForm}
          choice={choice}
          choose={choose}
          missing={requested ? missing : []}
        />
        <Group mt="md" gap="xs">
          <Button onClick={() => setRequested(true)}>{t('pages:form.make')}</Button>
          <FormFiles form={form} sources={found.sources} days={days} />
          {form && can('additional', 'view') && (
            <DropPanel icon={IconBookmarks} label={t('reports:saved.title')} preload={SavedPanel.preload}>
              {(close) => <SavedPanel definition={form.definition} kept={kept} farm={farm.id} close={close} />}
            </DropPanel>
          )}
        </Group>
      </Paper>
      {body()}
    </>
  );
}
