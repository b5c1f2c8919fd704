import { Button, Group, Paper } from '@mantine/core';
import { IconFileSpreadsheet, IconFileTypePdf, IconReportAnalytics } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monthCloses } from '../../../contract/operations/month-closes.ts';
import { additionalReports } from '../../../contract/operations/report-additional.ts';
import { form9 } from '../../../contract/reports/form9.ts';
import { useAppPath } from '../../core/api/place.ts';
import { fileName } from '../../core/export/file-name.ts';
import { download } from '../../core/export/run.ts';
import type { StatementInput } from '../../core/export/statement.ts';
import { useFormat } from '../../core/i18n/use-format.ts';
import { PageHeader } from '../../core/layout/page-header.tsx';
import { useReport } from '../../core/report/queries.ts';
import { useList } from '../../core/resource/queries.ts';
import { EmptyState, FailedState } from '../../core/ui/states.tsx';
import { TableSkeleton } from '../../core/ui/table-skeleton.tsx';
import { toast } from '../../core/ui/toast.ts';
import { daysOf, isMonth, missingOf, useChoice } from './choice.ts';
import { ChoiceFields } from './choice-fields.tsx';
import classes from './form9.module.css';
import { StatementView } from './statement-view.tsx';
import { type Blank, form9Statements } from './statements.ts';

const TYPES = { pdf: 'application/pdf', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const;
type Format = keyof typeof TYPES;

const makers: Record<Format, (input: StatementInput) => Promise<Uint8Array<ArrayBuffer>>> = {
  pdf: async (input) => (await import('../../core/export/statement-pdf.ts')).statementPdf(input),
  xlsx: async (input) => (await import('../../core/export/statement-xlsx.ts')).statementXlsx(input),
};

/** The feed expenditure statement: chosen by blank, month and groups, seen as it will be printed, saved as PDF or Excel. */
export function Page() {
  const { t } = useTranslation(['reports', 'operations', 'core']);
  const path = useAppPath();
  const { farms, farm, choice, choose, error: failure, isPending, refetch } = useChoice();
  const days = daysOf(isMonth(choice.month) ? choice.month : '2000-01');
  const farmQuery = { farm: farm?.id, page_size: 1000 };
  const blanks = useList<typeof additionalReports, Blank>(
    additionalReports,
    { ...farmQuery, kind: 'blank', report_type: form9.id, ordering: 'name' },
    { enabled: farm !== undefined },
  ).data?.rows;
  const closes = useList(monthCloses, { ...farmQuery, closed: true }, { enabled: farm !== undefined }).data?.rows;
  const blank = blanks?.find(({ id }) => id === choice.blank);
  const missing = missingOf({ ...choice, blank: blanks ? (blank?.id ?? null) : choice.blank });
  const [asked, setAsked] = useState(choice.blank !== null && choice.groups.length > 0);
  const [busy, setBusy] = useState<Format | null>(null);
  const ready = asked && farm !== undefined && missing.length === 0;
  const filters = { ...days, lists: { farm: [String(farm?.id)], group: choice.groups } };
  const { data, error, isPlaceholderData, refetch: again } = useReport(form9, filters, ready);
  const format = useFormat({ timezone: farm?.timezone, currency: data?.currency });

  if (failure && farms.length === 0) return <FailedState error={failure} onRetry={refetch} />;
  if (!farm) return isPending ? <TableSkeleton /> : <EmptyState title={t('reports:view.no_farm')} />;

  const closed = closes?.find(({ month, closed: stands }) => stands && month === choice.month);
  const number = closed ? `${closed.number}/${closed.version}` : '';
  const input = ready && data && blank && !isPlaceholderData ? form9Statements({ data, blank, farm, number, t, format }) : null;
  const save = async (as: Format, made: StatementInput) => {
    setBusy(as);
    try {
      const bytes = await makers[as](made);
      download(new Blob([bytes], { type: TYPES[as] }), fileName(made.title, days.after, days.before, as));
    } catch {
      toast.error(t('reports:form.failed'));
    } finally {
      setBusy(null);
    }
  };
  const button = (as: Format, Icon: typeof IconFileTypePdf, label: string) => (
    <Button
      variant="default"
      leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
      loading={busy === as}
      disabled={!input || input.statements.length === 0}
      onClick={() => input && void save(as, input)}
    >
      {label}
    </Button>
  );

  const body = () => {
    if (!ready) return null;
    if (error && !data) return <FailedState error={error} onRetry={again} />;
    if (!input) return <TableSkeleton />;
    if (input.statements.length === 0) return <EmptyState icon={IconReportAnalytics} title={t('reports:form.nothing')} />;
    return input.statements.map((statement, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: groups may share a name, and the list never moves
      <StatementView key={i} statement={statement} input={input} />
    ));
  };

  return (
    <>
      <PageHeader
        title={t(form9.label)}
        crumbs={[{ label: t('core:menu.reports'), to: path('reports') }]}
        detail={t('reports:form.detail')}
      />
      <Paper withBorder className={classes.choice}>
        <ChoiceFields farms={farms} farm={farm} blanks={blanks} choice={choice} choose={choose} missing={asked ? missing : []} />
        <Group mt="md" gap="xs">
          <Button onClick={() => setAsked(true)}>{t('reports:form.make')}</Button>
          {button('pdf', IconFileTypePdf, 'PDF')}
          {button('xlsx', IconFileSpreadsheet, 'Excel')}
        </Group>
      </Paper>
      {body()}
    </>
  );
}
