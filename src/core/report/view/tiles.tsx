import { Paper, Skeleton, Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextColumn } from '#common/files/text-column.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { definedKey } from '#common/texts/keys.ts';
import type { Tile } from '#contract/reports/shape.ts';
import { Tip } from '#src/core/ui/tip.tsx';
import { formulaText } from './hints.tsx';
import { tileChange } from './tile-change.ts';
import classes from './tiles.module.css';

interface TilesProps {
  tiles: readonly Tile[];
  columns: readonly TextColumn[];
  format: Formatter;
}

function Change({ tile, format }: { tile: Tile; format: Formatter }) {
  const { t } = useTranslation('reports');
  const change = tileChange(tile);
  if (!change) return null;
  const Arrow = change.size > 0 ? IconArrowUpRight : change.size < 0 ? IconArrowDownRight : IconArrowRight;
  const texts = {
    percent: () => format.percent(change.size, { decimals: 1, plus: true }),
    points: () => t('reports:tiles.points', { size: format.signed('percent', change.size, { decimals: 1 }) }),
    value: () => format.signed(tile.kind, change.size),
  };
  return (
    <span className={classes.small} data-judged={change.judged} title={t('reports:tiles.previous')}>
      <Arrow size={14} aria-hidden />
      {texts[change.unit]()}
      <span className={classes.hidden}>
        {t('reports:tiles.previous')}: {t(`reports:tiles.${change.judged}`)}
      </span>
    </span>
  );
}

function TileCard({ tile, columns, format }: { tile: Tile } & Omit<TilesProps, 'tiles'>) {
  const { t } = useTranslation('reports');
  const unit = format.unit(tile.kind);
  const unitText = tile.kind !== 'money' && unit && tile.value !== null ? ` ${t(unit, format.unitValues)}` : '';
  const text = tile.kind === 'money' ? format.money(tile.value) : format.value(tile.kind, tile.value);
  const card = (
    <Paper className={classes.tile} withBorder tabIndex={tile.hint ? 0 : undefined}>
      <Text size="xs" c="dimmed">
        {t(definedKey(tile.label))}
      </Text>
      <div className={classes.line}>
        <Text className={classes.value} component="div" style={{ '--characters': text.length, '--unit': unitText.length }}>
          {text}
          {unitText && <span className={classes.unit}>{unitText}</span>}
        </Text>
        <Change tile={tile} format={format} />
      </div>
    </Paper>
  );
  const { hint } = tile;
  if (!hint) return card;
  return <Tip label={() => formulaText(hint, columns, t)}>{card}</Tip>;
}

/** One row, or two of equal length where one would be too tight. */
const columnsOf = (count: number) => ({ '--columns': count > 6 ? Math.ceil(count / 2) : count }) as CSSProperties;

/** The headline figures, each against the period before. */
export function Tiles({ tiles, ...rest }: TilesProps) {
  return (
    <div className={classes.tiles} style={columnsOf(tiles.length)}>
      {tiles.map((tile) => (
        <TileCard key={tile.key} tile={tile} {...rest} />
      ))}
    </div>
  );
}

/** Of the final size, while the figures are on their way. */
export function TilesSkeleton({ tiles }: { tiles: readonly Pick<Tile, 'key'>[] }) {
  return (
    <div className={classes.tiles} style={columnsOf(tiles.length)}>
      {tiles.map(({ key }) => (
        <Paper key={key} className={classes.tile} withBorder>
          <Skeleton height={12} width="50%" my={2} />
          <Skeleton height={22} width="70%" my={5} />
        </Paper>
      ))}
    </div>
  );
}
