import { ActionIcon, Loader, Menu, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LOADING_STATUSES } from '../../../contract/kinds.ts';
import type { ExportInput } from '../export/input.ts';
import type { ExportFormat } from '../export/protocol.ts';
import { useFormat } from '../i18n/use-format.ts';
import { toast } from '../ui/toast.ts';
import { allRows, type ListSource } from './all-rows.ts';
import { exportCell, type ListColumn } from './column.ts';
import classes from './resource-table.module.css';

export type { ListSource };

const FORMATS = [
  ['xlsx', 'Excel'],
  ['csv', 'CSV'],
] as const satisfies readonly (readonly [ExportFormat, string])[];

interface ListExportProps<Row extends object> {
  title: string;
  columns: readonly ListColumn<Row>[];
  source: ListSource;
  search: string;
}

/** All rows of a list as a file: the columns on screen, in the order on screen. */
export function ListExport<Row extends object>({ title, columns, source, search }: ListExportProps<Row>) {
  const { t } = useTranslation('core');
  const format = useFormat();
  const [making, setMaking] = useState('');
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  const inputOf = (rows: readonly Row[]): ExportInput => {
    const shown = columns.filter((column) => column.exported !== false);
    const now = new Date().toISOString();
    return {
      title,
      lines: [
        ...(search ? [{ label: t('core:export.search'), value: search }] : []),
        { label: t('core:export.made_at'), value: format.value('datetime', now) },
      ],
      columns: shown.map(({ key, label, kind = 'text' }) => {
        const unit = format.unit(kind);
        return { key, kind, header: label, ...(unit ? { unit: t(unit, format.unitValues) } : {}) };
      }),
      rows: rows.map((row) => Object.fromEntries(shown.map((column) => [column.key, exportCell(column, row)]))),
      totals: {},
      language: format.language,
      timezone: format.timezone,
      currency: format.currency,
      labels: {
        total: t('core:export.total'),
        page: t('core:export.page', { skipInterpolation: true }),
        status: Object.fromEntries(LOADING_STATUSES.map((status) => [status, t(`core:status.${status}`)])),
        yes: t('core:yes'),
        no: t('core:no'),
      },
      notes: [],
    };
  };

  const start = async (fileFormat: ExportFormat, name: string) => {
    const stop = new AbortController();
    leaving.current = stop;
    setMaking(name);
    try {
      const [{ startExport, download }, { fileName }] = await Promise.all([import('../export/run.ts'), import('../export/file-name.ts')]);
      const input = inputOf(await allRows<Row>(source, stop.signal));
      const running = startExport(fileFormat, input);
      stop.signal.addEventListener('abort', running.cancel);
      const day = new Date().toISOString().slice(0, 10);
      download(await running.promise, fileName(title, day, day, fileFormat));
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
            className={classes.export}
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
        {FORMATS.map(([fileFormat, name]) => (
          <Menu.Item key={fileFormat} onClick={() => void start(fileFormat, name)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
