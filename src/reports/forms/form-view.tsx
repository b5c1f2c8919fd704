import { IconReportAnalytics } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Form, type FormSource, namingClient } from '#common/files/forms/form.ts';
import { useClientInView } from '#src/core/format/client-context.ts';
import { EmptyState } from '#src/core/ui/states.tsx';
import { LinesView } from './lines-view.tsx';
import { StatementView } from './statement-view.tsx';

interface FormViewProps {
  form: Form;
  source: FormSource;
}

/** The form as it will be printed, or its lines as they will be booked. */
export function FormView({ form, source }: FormViewProps) {
  const { t } = useTranslation(['reports', 'pages']);
  if (source.data.rows.length === 0) return <EmptyState icon={IconReportAnalytics} title={t(`pages:form.nothing.${form.type}`)} />;
  return form.kind === 'file' ? (
    <LinesView input={form.make(source)} totals={source.data.totals} />
  ) : (
    <Statements make={form.make} source={source} />
  );
}

type Printed = Extract<Form, { kind: 'printed' }>;

function Statements({ make, source }: { make: Printed['make']; source: FormSource }) {
  const client = useClientInView();
  const input = useMemo(() => namingClient(make(source), client, source.t), [make, source, client]);
  return input.statements.map((statement, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: groups may share a name, and the list never moves
    <StatementView key={i} statement={statement} input={input} />
  ));
}
