import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { cellWords } from '#common/files/cell-words.ts';
import { textSeries } from '#common/files/charts/series-text.ts';
import { exportInput } from '#common/files/export-input.ts';
import { textColumns } from '#common/files/text-column.ts';
import { listNamespaces, withTexts } from '#common/files/with-texts.ts';
import { createFormatter } from '#common/format/formatter.ts';
import type { SharedReport } from '#contract/reports/shared-report.ts';
import { LanguageLinks } from '#src/app/auth/language-links.tsx';
import { ChartCard } from '#src/core/chart/chart-card.tsx';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import plain from '#src/core/report/print/plain-table.module.css';
import { SheetTable } from '#src/core/report/print/sheet-table.tsx';
import { ExportButtons } from '#src/core/report/view/export-buttons.tsx';
import { Tiles } from '#src/core/report/view/tiles.tsx';
import { useWindowTitle } from '#src/core/ui/window-title.ts';
import classes from './shared-report.module.css';

interface SharedFiguresProps {
  report: NonNullable<SharedReport['report']>;
  until: string | null;
}

/** The complete contents of a report with its file as the only action: description, tiles, charts, rows, notes. */
export function SharedFigures({ report, until }: SharedFiguresProps) {
  const { t } = useTranslation(listNamespaces(report.data));
  const language = useLanguage();
  useWindowTitle(report.title);
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const { title, author_name, lines, units, clock, count } = report;
  const data = useMemo(() => withTexts(report.data, t, units), [report.data, t, units]);
  const { timezone, currency } = data;
  const format = useMemo(
    () => createFormatter({ language, units, clock, timezone, currency, labels: cellWords(t) }),
    [t, language, units, clock, timezone, currency],
  );
  const columns = useMemo(() => textColumns(data.columns, t, format), [data.columns, t, format]);
  const sheet = useMemo(() => {
    const shown = { columns: columns.filter(({ hidden }) => !hidden), rows: data.rows };
    return exportInput({ title, lines, data, shown, searching: false, format, t });
  }, [title, lines, data, columns, format, t]);
  const { planned_on_after: after = '', planned_on_before: before = '' } = data.filters;
  return (
    <main className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{title}</h1>
        <ExportButtons title={title} input={async () => sheet} range={{ after, before }} disabled={false} onPrint={() => window.print()} />
      </header>
      <p className={classes.lines}>
        {sheet.lines.map(({ label, value }) => (
          <span key={label}>
            {label}: <b>{value}</b>
          </span>
        ))}
      </p>
      <p className={classes.by}>{t('pages:shared.by', { name: author_name, day: format.value('date', until) })}</p>
      {data.tiles.length > 0 && (
        <Tiles tiles={data.tiles} columns={columns} format={format} base={data.comparison ?? data.tiles_base} phone={phone} />
      )}
      <div className={classes.charts}>
        {data.series
          .filter(({ rows }) => rows.length > 0)
          .map((series) => (
            <ChartCard key={series.key} series={{ ...textSeries(series, t, format), remarks: data.remarks }} format={format} />
          ))}
      </div>
      {data.rows.length === 0 ? (
        <p>{t('reports:view.empty')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll the table, too
        <section className={`${classes.table} ${plain.table}`} aria-label={title} tabIndex={0}>
          <SheetTable sheet={sheet} />
        </section>
      )}
      {count > data.rows.length && (
        <p className={classes.by}>
          {t('pages:shared.first_rows', { shown: format.value('count', data.rows.length), total: format.value('count', count) })}
        </p>
      )}
      {sheet.notes.map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
      <LanguageLinks />
    </main>
  );
}
