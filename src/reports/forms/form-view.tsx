import { IconReportAnalytics } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Form, FormSource } from '#common/files/forms/form.ts';
import { makePrinted } from '#common/files/forms/paper-sources.ts';
import { useClientInView } from '#src/core/format/client-context.ts';
import { EmptyState } from '#src/core/ui/states.tsx';
import { LinesView } from './lines-view.tsx';
import { OwnerCheck } from './owner-check.tsx';
import { StatementView } from './statement-view.tsx';

interface FormViewProps {
  form: Form;
  /** At least one: month by month, papers or figures of today. */
  sources: readonly FormSource[];
}

/** The form as it will be printed, or its lines as they will be booked. */
export function FormView({ form, sources }: FormViewProps) {
  const { t } = useTranslation(['reports', 'pages']);
  const [first] = sources;
  if (!first || sources.every(({ data }) => data.rows.length === 0))
    return <EmptyState icon={IconReportAnalytics} title={t(`pages:form.nothing.${form.type}`)} />;
  return form.kind === 'file' ? (
    <LinesView input={form.make(first)} totals={first.data.totals} />
  ) : (
    <Statements form={form} sources={sources} />
  );
}

type Printed = Extract<Form, { kind: 'printed' }>;

function Statements({ form, sources }: { form: Printed; sources: readonly FormSource[] }) {
  const client = useClientInView();
  const input = useMemo(() => makePrinted(form, sources, client), [form, sources, client]);
  return (
    <>
      {input.statements.map((statement, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups may share a name, and the list never moves
        <StatementView key={i} statement={statement} input={input} />
      ))}
      {form.type === 'owner_statement' && sources.map((source) => <OwnerCheck key={source.data.generated_at} source={source} />)}
    </>
  );
}
