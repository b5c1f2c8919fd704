import { chooseColours, isFact, isPlan } from '#common/files/charts/colours.ts';
import { untilKey } from '#common/files/charts/fit-series.ts';
import { type TextSeries, withUnit } from '#common/files/charts/series-text.ts';
import { cellText } from '#common/files/input.ts';
import { round } from '#common/format/decimal.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { Row } from '#contract/reports/shape.ts';
import classes from './chart.module.css';

interface PointTipProps {
  series: TextSeries;
  row: Row;
  format: Formatter;
  deviation: string;
}

/** A point's values, and its deviation if plan and fact are side by side. */
export function PointTip({ series: { x, y }, row, format, deviation }: PointTipProps) {
  const colours = chooseColours(y);
  const plan = y.find(isPlan);
  const fact = y.find(isFact);
  const until = row[untilKey(x.key)];
  const planned = plan && row[plan.key];
  const done = fact && row[fact.key];
  const both = typeof planned === 'number' && typeof done === 'number' && fact;
  return (
    <div className={classes.tip}>
      <strong>
        {cellText(format, x, row[x.key])}
        {until && until !== row[x.key] && ` – ${cellText(format, x, until)}`}
      </strong>
      {y.map((column, index) => (
        <div key={column.key} className={classes.line}>
          <span className={classes.swatch} style={{ background: colours[index] }} />
          {column.header}
          <b>{withUnit(format, column, row[column.key])}</b>
        </div>
      ))}
      {both && (
        <div className={classes.line}>
          <span className={classes.swatch} />
          {deviation}
          <b>
            {format.signed(both.kind, round(done - planned, 5))} {both.unit}
            {planned !== 0 && `, ${format.percent(((done - planned) / planned) * 100, { plus: true })}`}
          </b>
        </div>
      )}
    </div>
  );
}
