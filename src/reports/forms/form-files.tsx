import { Button } from '@mantine/core';
import { type Icon, IconFileSpreadsheet, IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react';
import { fileName } from '#common/files/file-name.ts';
import type { Form, FormSource } from '#common/files/forms/form.ts';
import { makePrinted } from '#common/files/forms/paper-sources.ts';
import type { ExportFormat } from '#common/files/protocol.ts';
import type { Range } from '#contract/periods.ts';
import { startExport, startStatements } from '#src/core/export/run.ts';
import { useClientInView } from '#src/core/format/client-context.ts';
import { ExportRunning } from '#src/core/report/view/export-running.tsx';
import { useFiles } from '#src/core/report/view/use-export.ts';

const BUTTONS: Record<ExportFormat, { label: string; Icon: Icon }> = {
  pdf: { label: 'PDF', Icon: IconFileTypePdf },
  xlsx: { label: 'Excel', Icon: IconFileSpreadsheet },
  csv: { label: 'CSV', Icon: IconFileTypeCsv },
};
const PRINTED = ['pdf', 'xlsx'] as const;
const BOOKED = ['xlsx', 'csv'] as const;

interface FormFilesProps {
  form: Form | null;
  /** null until the form has been made. */
  sources: readonly FormSource[] | null;
  days: Range;
}

/** The form as files, made in a worker. */
export function FormFiles({ form, sources, days }: FormFilesProps) {
  const { make, cancel, progress } = useFiles();
  const client = useClientInView();
  if (progress) return <ExportRunning progress={progress} onCancel={cancel} />;
  const name = (title: string, format: ExportFormat) => fileName(title, days.after, days.before, format, client);
  const button = (format: ExportFormat, save: () => void) => {
    const { label, Icon } = BUTTONS[format];
    return (
      <Button
        key={format}
        variant="default"
        leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
        disabled={!sources?.some(({ data }) => data.rows.length > 0)}
        onClick={save}
      >
        {label}
      </Button>
    );
  };
  if (form?.kind === 'file')
    return BOOKED.map((format) =>
      button(format, () => {
        const [source] = sources ?? [];
        const input = source && form.make(source);
        if (input) void make(format, name(input.title, format), async (onProgress) => startExport(format, input, { onProgress }));
      }),
    );
  return PRINTED.map((format) =>
    button(format, () => {
      const input = sources?.[0] && form && makePrinted(form, sources, client);
      if (input) void make(format, name(input.title, format), async (onProgress) => startStatements(format, input, { onProgress }));
    }),
  );
}
