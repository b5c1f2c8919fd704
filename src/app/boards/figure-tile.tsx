import { Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { whyNoChange } from '#common/files/comparison-text.ts';
import { daysText } from '#common/format/days-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { definedKey } from '#common/texts/keys.ts';
import type { TileFigures } from '#contract/reports/boards.ts';
import type { Base } from '#contract/reports/comparison.ts';
import type { ReportData, Tile } from '#contract/reports/shape.ts';
import { Course } from '#src/core/chart/course.tsx';
import { changeText, unitText } from '#src/core/report/view/change-text.ts';
import { tileChange } from '#src/core/report/view/tile-change.ts';
import classes from './board.module.css';

interface FigureTileProps {
  data: ReportData;
  line: TileFigures['line'];
  format: Formatter;
  /** The figure's report. */
  to: string | null;
}

/** Writes a figure with its unit. */
function useWriting(tile: Tile, format: Formatter) {
  const { t } = useTranslation('reports');
  return (value: number | null): string => {
    if (tile.kind === 'money') return format.money(value, { plus: Boolean(tile.deviation) });
    const text = tile.deviation ? format.signed(tile.kind, value) : format.value(tile.kind, value);
    return value === null ? text : text + unitText(tile, format, t);
  };
}

function Change({ tile, base, format }: { tile: Tile; base: Base | undefined; format: Formatter }) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  if (!base || tile.previous === undefined) return null;
  if (base.reason !== null) return <span className={classes.change}>{whyNoChange(base, t, format)}</span>;
  const change = tileChange(tile);
  if (!change) return null;
  const days = daysText({ after: base.planned_on_after, before: base.planned_on_before }, format);
  return (
    <span className={classes.change} data-judged={change.judged}>
      {t('pages:home.against', { change: changeText(change, tile, format, t), days })}
    </span>
  );
}

/** A large figure with its change and its course, which opens its report. */
export function FigureTile({ data, line, format, to }: FigureTileProps) {
  const { t } = useTranslation('reports');
  const tile = data.tiles[0]!;
  const write = useWriting(tile, format);
  const { planned_on_after: after = '', planned_on_before: before = '' } = data.filters;
  const content = (
    <>
      <span className={classes.name}>{t(definedKey(tile.label))}</span>
      <span className={classes.value}>{write(tile.value)}</span>
      <Change tile={tile} base={data.comparison ?? data.tiles_base} format={format} />
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
