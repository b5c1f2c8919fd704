import { Paper, Skeleton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { BLOCK_TITLES, isTitledBlock } from '#common/files/boards/block-titles.ts';
import { textSeries } from '#common/files/charts/series-text.ts';
import { describeWaterfall } from '#common/files/waterfall-sentence.ts';
import { listNamespaces, withTexts } from '#common/files/with-texts.ts';
import { daysText } from '#common/format/days-text.ts';
import { definedKey } from '#common/texts/keys.ts';
import type { Range } from '#contract/periods.ts';
import type { BoardTile, TileFigures } from '#contract/reports/boards.ts';
import { type ReportId, reportNamed } from '#contract/reports/index.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { useFormatIn } from '#src/core/format/use-format.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { useSource } from '#src/reports/home/queries.ts';
import classes from './board.module.css';
import { FigureTile } from './figure-tile.tsx';

const ChartCard = lazyPart(async () => (await import('#src/core/chart/chart-card.tsx')).ChartCard);
const TableTile = lazyPart(async () => (await import('./table-tile.tsx')).TableTile);

interface TileViewProps {
  tile: BoardTile;
  /** Undefined while the figures load. */
  figures: TileFigures | undefined;
  /** Whether figures and titles link to their reports. */
  links: boolean;
  renderBlock: (key: string) => ReactNode;
  onDays?: ((days: Range) => void) | undefined;
}

/** The report's name; empty for a saved filter without figures. */
export function useTileName(): (tile: BoardTile, figures: TileFigures | undefined) => string {
  const { t } = useTranslation(['reports', 'boards', 'core', 'pages', 'milk', 'operations']);
  return ({ report, part, key }, figures) => {
    if (part === 'block') return isTitledBlock(key) ? t(BLOCK_TITLES[key]) : '';
    const definition = reportNamed(figures?.data?.report ?? report ?? '');
    const name = definition ? t(definedKey(definition.label)) : '';
    const shown = part === 'tile' ? figures?.data?.tiles[0]?.label : figures?.data?.series[0]?.label;
    return [name, shown ? t(definedKey(shown)) : ''].filter(Boolean).join(': ');
  };
}

/** Why a tile shows nothing. */
function Problem({ tile, figures }: { tile: BoardTile; figures: TileFigures }) {
  const { t } = useTranslation('boards');
  const name = useTileName()(tile, figures);
  return (
    <Paper component="section" withBorder className={classes.card} aria-label={name || t(`boards:problem.${figures.problem ?? 'gone'}`)}>
      {name && <h2 className={classes.title}>{name}</h2>}
      <p className={classes.problem}>
        <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
        {t(`boards:problem.${figures.problem ?? 'gone'}`)}
      </p>
    </Paper>
  );
}

function Figures({
  tile,
  figures,
  data: answer,
  links,
  onDays,
}: Omit<TileViewProps, 'renderBlock'> & { figures: TileFigures; data: ReportData }) {
  const { t } = useTranslation(['boards', ...listNamespaces(answer)]);
  const formatIn = useFormatIn();
  const source = useSource();
  const { timezone, currency } = answer;
  const format = useMemo(() => formatIn({ timezone, currency }), [formatIn, timezone, currency]);
  const data = useMemo(() => withTexts(answer, t, format.units), [answer, t, format.units]);
  const definition = reportNamed(data.report);
  const to = links && definition ? source({ report: definition.id as ReportId, filters: data.filters }) : null;
  const title = definition ? t(definedKey(definition.label)) : '';
  const wait = <Skeleton height="100%" />;
  if (tile.part === 'tile') return <FigureTile data={data} line={figures.line} format={format} to={to} />;
  if (tile.part === 'table')
    return (
      <Suspense fallback={wait}>
        <TableTile title={title} data={data} count={figures.count} format={format} to={to} />
      </Suspense>
    );
  const series = textSeries(data.series[0]!, t, format);
  const { planned_on_after: after = '', planned_on_before: before = '' } = data.filters;
  const days = daysText({ after, before }, format);
  // Charts of several reports may have the same title, and days of its own distinguish a tile from the board's.
  const parts = [`${title}: ${series.title}`, ...(tile.own ? [days] : [])];
  const named = { ...series, remarks: data.remarks, title: parts.join(', ') };
  const sentence = describeWaterfall(data.series[0]!, days, t, format);
  const isEmpty = series.rows.every((row) => series.y.every(({ key }) => (row[key] ?? null) === null));
  if (isEmpty)
    return (
      <Paper component="section" withBorder className={classes.card} aria-label={named.title}>
        <h2 className={classes.title}>{named.title}</h2>
        <p className={classes.problem}>{t('reports:view.empty')}</p>
      </Paper>
    );
  return (
    <>
      {sentence && <p className={classes.sentence}>{sentence}</p>}
      <Suspense fallback={wait}>
        <ChartCard series={named} format={format} onDays={onDays} />
      </Suspense>
    </>
  );
}

/** One tile of a board: a part of a report, a part of home, or the reason why it shows nothing. */
export function TileView({ tile, figures, renderBlock, ...rest }: TileViewProps) {
  if (tile.part === 'block') return renderBlock(tile.key);
  if (!figures) return <Skeleton height="100%" data-skeleton />;
  if (!figures.data) return <Problem tile={tile} figures={figures} />;
  return <Figures tile={tile} figures={figures} data={figures.data} {...rest} />;
}
