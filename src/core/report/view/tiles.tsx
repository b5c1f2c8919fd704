import { Button, Paper, Skeleton, Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeText, unitText } from '#common/files/change-text.ts';
import type { TextColumn } from '#common/files/text-column.ts';
import { tileChange } from '#common/files/tile-change.ts';
import { daysText } from '#common/format/days-text.ts';
import type { Formatter } from '#common/format/formatter.ts';
import { definedKey } from '#common/texts/keys.ts';
import type { Base, Comparison } from '#contract/reports/comparison.ts';
import type { Tile } from '#contract/reports/shape.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { Tip } from '#src/core/ui/tip.tsx';
import { Formula } from './hints.tsx';
import classes from './tiles.module.css';

const NoChange = lazyPart(async () => (await import('./no-change.tsx')).NoChange);

interface TilesProps {
  tiles: readonly Tile[];
  columns: readonly TextColumn[];
  format: Formatter;
  /** The comparison period of the figures. */
  base: (Base & Partial<Pick<Comparison, 'with'>>) | undefined;
}

function Change({ tile, format, base }: { tile: Tile } & Pick<TilesProps, 'format' | 'base'>) {
  const { t } = useTranslation('reports');
  const change = tileChange(tile);
  if (!base) return null;
  if (base.reason !== null && tile.previous !== undefined)
    return (
      <Suspense>
        <NoChange base={base} format={format} />
      </Suspense>
    );
  if (!change) return null;
  const Arrow = change.size > 0 ? IconArrowUpRight : change.size < 0 ? IconArrowDownRight : IconArrowRight;
  const { planned_on_after: after, planned_on_before: before } = base;
  // A year earlier, day and month are the same.
  const days = base.with === 'last_year' ? daysText({ after, before }, format) : format.shortDay(after, before);
  return (
    <span className={classes.change} title={t('reports:tiles.against', { days: daysText({ after, before }, format) })}>
      <span className={classes.small} data-judged={change.judged}>
        <Arrow size={14} aria-hidden />
        {changeText(change, tile, format, t)}
        <span className={classes.hidden}>{t(`reports:tiles.${change.judged}`)}, </span>
      </span>
      <span className={classes.against}>{days}</span>
    </span>
  );
}

function TileCard({ tile, columns, format, base }: { tile: Tile } & Omit<TilesProps, 'tiles'>) {
  const { t } = useTranslation('reports');
  const unit = tile.value === null ? '' : unitText(tile, format, t);
  const written = tile.deviation ? format.signed : format.value;
  const text = tile.kind === 'money' ? format.money(tile.value, { plus: tile.deviation }) : written(tile.kind, tile.value);
  const card = (
    <Paper className={classes.tile} withBorder tabIndex={tile.hint ? 0 : undefined}>
      <Text className={classes.label}>{t(definedKey(tile.label))}</Text>
      <div className={classes.line}>
        <Text className={classes.value} component="div" style={{ '--characters': text.length, '--unit': unit.length }}>
          {text}
          {unit && <span className={classes.unit}>{unit}</span>}
        </Text>
        <Change tile={tile} format={format} base={base} />
      </div>
    </Paper>
  );
  const { hint } = tile;
  if (!hint) return card;
  return <Tip label={() => <Formula hint={hint} columns={columns} />}>{card}</Tip>;
}

/** Number of tiles shown before the person asks for more. */
const LEADING = 4;

/** The tiles to show first, with a sum of money among them; on a phone, money is first. */
function inOrder(tiles: readonly Tile[], phone: boolean): Tile[] {
  const money = tiles.filter(({ kind }) => kind === 'money');
  if (phone) return [...money, ...tiles.filter((tile) => !money.includes(tile))];
  const first = tiles.slice(0, LEADING);
  if (!money[0] || first.some((tile) => money.includes(tile))) return [...tiles];
  const leading = [...first.slice(0, LEADING - 1), money[0]];
  return [...leading, ...tiles.filter((tile) => !leading.includes(tile))];
}

/** The headline figures with their changes: four, and the rest on request. A phone shows all of them in a row to swipe. */
export function Tiles({ tiles, phone, ...rest }: TilesProps & { phone: boolean }) {
  const { t } = useTranslation('reports');
  const [all, setAll] = useState(false);
  const ordered = inOrder(tiles, phone);
  const shown = all || phone ? ordered : ordered.slice(0, LEADING);
  return (
    <section className={classes.row} aria-label={t('reports:tiles.title')} tabIndex={phone ? 0 : undefined}>
      <div className={classes.tiles}>
        {shown.map((tile) => (
          <TileCard key={tile.key} tile={tile} {...rest} />
        ))}
      </div>
      {!phone && tiles.length > LEADING && (
        <Button variant="subtle" color="gray" size="xs" px={8} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('reports:tiles.fewer') : t('reports:tiles.more', { total: tiles.length - LEADING })}
        </Button>
      )}
    </section>
  );
}

/** Placeholder in the final size while the figures load. */
export function TilesSkeleton({ tiles }: { tiles: readonly Pick<Tile, 'key'>[] }) {
  return (
    <div className={classes.row}>
      <div className={classes.tiles}>
        {tiles.slice(0, LEADING).map(({ key }) => (
          <Paper key={key} className={classes.tile} withBorder>
            <Skeleton height={12} width="50%" my={2} />
            <Skeleton height={20} width="70%" my={3} />
          </Paper>
        ))}
      </div>
    </div>
  );
}
