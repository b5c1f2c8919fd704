import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Formatter } from '#common/format/formatter.ts';
import type { HomeTrends } from '#contract/reports/home.ts';
import { Course } from '#src/core/chart/course.tsx';
import { useFormat } from '#src/core/format/use-format.ts';
import { Block, Nothing } from '#src/core/home/block.tsx';
import { useBlock, useSource } from './queries.ts';
import classes from './trends-block.module.css';
import { useChange } from './use-change.ts';

type Figure = HomeTrends['figures'][number];

/** Name, kind and good direction of the tile that each figure is. */
const FIGURES = {
  cost_per_head: { label: 'reports:tile.cost_per_head', kind: 'money', good: 'down' },
  iofc_per_head: { label: 'milk:column.iofc_per_head', kind: 'money', good: 'up' },
  efficiency: { label: 'milk:column.efficiency', kind: 'ratio', good: 'up' },
} as const satisfies Record<Figure['key'], object>;

const writeFigure = (kind: 'money' | 'ratio', value: number | null, format: Formatter) =>
  kind === 'money' ? format.money(value) : format.value(kind, value);

/** One large figure with its line over the period and the period before. */
function Trend({ figure }: { figure: Figure }) {
  const { t } = useTranslation(['reports', 'milk', 'pages']);
  const format = useFormat();
  const source = useSource();
  const { key, value, previous, base, days, filters } = figure;
  const { label, kind, good } = FIGURES[key];
  const { planned_on_after: after = '' } = filters;
  const change = useChange()({ kind, good, value, previous, base });
  return (
    <Link to={source(figure)} className={classes.trend}>
      <span className={classes.name}>{t(label)}</span>
      <span className={classes.value}>{writeFigure(kind, value, format)}</span>
      {change && (
        <span className={classes.change} data-judged={change.judged}>
          {change.text}
        </span>
      )}
      {days.length > 1 && <Course line={days} after={after} write={(one) => writeFigure(kind, one, format)} format={format} />}
    </Link>
  );
}

/** The headline figures of the last 30 days as lines. */
export function TrendsBlock() {
  const { t } = useTranslation(['reports', 'milk', 'pages']);
  const trends = useBlock<HomeTrends>('trends');
  return (
    <Block title={t('pages:home.trends')} of={trends}>
      {({ figures }) =>
        figures.length === 0 ? (
          <Nothing>{t('pages:home.no_cost')}</Nothing>
        ) : (
          <div className={classes.trends}>
            {figures.map((figure) => (
              <Trend key={figure.key} figure={figure} />
            ))}
          </div>
        )
      }
    </Block>
  );
}
