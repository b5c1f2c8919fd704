import { Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { createFigureWriter, describeChange } from '#common/files/boards/figure-text.ts';
import { daysText } from '#common/format/days-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { definedKey } from '#common/texts/keys.ts';
import type { TileFigures } from '#contract/reports/boards.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { Course } from '#src/core/chart/course.tsx';
import classes from './board.module.css';

interface FigureTileProps {
  data: ReportData;
  line: TileFigures['line'];
  format: Formatter;
  /** The figure's report. */
  to: string | null;
}

/** A large figure with its change and its course, which opens its report. */
export function FigureTile({ data, line, format, to }: FigureTileProps) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const tile = data.tiles[0]!;
  const write = createFigureWriter(tile, { t, format });
  const change = describeChange(tile, data, { t, format });
  const { planned_on_after: after = '', planned_on_before: before = '' } = data.filters;
  const content = (
    <>
      <span className={classes.name}>{t(definedKey(tile.label))}</span>
      <span className={classes.value}>{write(tile.value)}</span>
      {change && (
        <span className={classes.change} data-judged={change.judged}>
          {change.text}
        </span>
      )}
      {line.length > 1 ? (
        <Course line={line} after={after} write={write} format={format} />
      ) : (
        <span className={classes.ends}>{daysText({ after, before }, format)}</span>
      )}
    </>
  );
  return (
    <Paper withBorder className={classes.card}>
      {to === null ? (
        <div className={classes.figure}>{content}</div>
      ) : (
        <Link to={to} className={classes.figure}>
          {content}
        </Link>
      )}
    </Paper>
  );
}
