import { Paper } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { exportInput } from '#common/files/export-input.ts';
import { textColumns } from '#common/files/text-column.ts';
import { daysText } from '#common/format/days-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import plain from '#src/core/report/print/plain-table.module.css';
import { SheetTable } from '#src/core/report/print/sheet-table.tsx';
import classes from './board.module.css';

const tableClass = `${classes.table} ${plain.table}`;

interface TableTileProps {
  title: string;
  data: ReportData;
  /** Number of all rows. */
  count: number;
  format: Formatter;
  to: string | null;
}

/** The rows of a report with their total. The report itself shows all of them. */
export function TableTile({ title, data, count, format, to }: TableTileProps) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const sheet = useMemo(() => {
    const columns = textColumns(data.columns, t, format).filter(({ hidden }) => !hidden);
    return exportInput({ title, lines: [], data, shown: { columns, rows: data.rows }, searching: false, format, t });
  }, [title, data, format, t]);
  const { planned_on_after: after = '', planned_on_before: before = '' } = data.filters;
  const shown = data.rows.length;
  return (
    <Paper component="section" withBorder className={classes.card} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{to === null ? title : <Link to={to}>{title}</Link>}</h2>
        <span className={classes.ends}>{daysText({ after, before }, format)}</span>
      </div>
      {shown === 0 ? (
        <p className={classes.note}>{t('reports:view.empty')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the table, too
        <section className={tableClass} tabIndex={0} aria-label={`${title}: ${t('reports:grid.rows', { total: shown })}`}>
          <SheetTable sheet={sheet} />
        </section>
      )}
      {count > shown && (
        <p className={classes.note}>
          {t('pages:shared.first_rows', { shown: format.value('count', shown), total: format.value('count', count) })}
        </p>
      )}
    </Paper>
  );
}
