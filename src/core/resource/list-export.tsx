import { ActionIcon, Loader, Menu, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Fragment, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportFormat } from '#common/files/protocol.ts';
import { todayIn } from '#common/format/clock.ts';
import { useClientInView } from '#src/core/format/client-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { toast } from '#src/core/ui/toast.ts';
import { allRows } from './all-rows.ts';
import { fileColumns, type ListFile } from './list-file.ts';
import { listInput } from './list-input.ts';

const FORMATS = [
  ['xlsx', 'Excel'],
  ['csv', 'CSV'],
] as const satisfies readonly (readonly [ExportFormat, string])[];

interface ListExportProps {
  files: readonly ListFile[];
  search: string;
  /** Only rows with these ids. */
  only?: ReadonlyMap<number, unknown>;
}

/** All rows of a list as a file, not only the page; or the chosen ones. */
export function ListExport({ files, search, only }: ListExportProps) {
  const { t } = useTranslation('core');
  const format = useFormat();
  const client = useClientInView();
  const [making, setMaking] = useState('');
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  const start = async (file: ListFile, fileFormat: ExportFormat, name: string) => {
    const stop = new AbortController();
    leaving.current = stop;
    setMaking(name);
    try {
      const [{ startExport, download }, { fileName }] = await Promise.all([
        import('#src/core/export/run.ts'),
        import('#common/files/file-name.ts'),
      ]);
      const found = (await allRows<{ id: number }>(file.source, stop.signal)).filter(({ id }) => !only || only.has(id));
      const rows: readonly object[] = file.lines ? found.flatMap(file.lines) : found;
      const running = startExport(
        fileFormat,
        listInput({ title: file.title, columns: fileColumns(file, t), rows, search, client }, format, t),
      );
      stop.signal.addEventListener('abort', running.cancel);
      const day = todayIn(format.timezone);
      download(await running.promise, fileName(file.title, day, day, fileFormat, client));
    } catch {
      if (!stop.signal.aborted) toast.error(t('core:export.failed'));
    } finally {
      if (!stop.signal.aborted) setMaking('');
    }
  };

  return (
    <Menu position="bottom-end" disabled={making !== ''}>
      <Menu.Target>
        <Tooltip label={making ? t('core:export.making', { name: making }) : t('core:export.label')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-busy={making !== ''}
            aria-label={making ? t('core:export.making', { name: making }) : t('core:export.label')}
          >
            {making ? <Loader size={16} /> : <IconDownload size={18} stroke={1.6} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map((file) => (
          <Fragment key={file.title}>
            {files.length > 1 && <Menu.Label>{file.title}</Menu.Label>}
            {FORMATS.map(([fileFormat, name]) => (
              <Menu.Item key={fileFormat} onClick={() => void start(file, fileFormat, name)}>
                {name}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
