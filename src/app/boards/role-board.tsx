import { Anchor, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { todayIn } from '#common/format/clock.ts';
import type { BoardFigures, BoardTile, ProductBoardId } from '#contract/reports/boards.ts';
import { reportNamed } from '#contract/reports/index.ts';
import { placeTiles, productBoards } from '#contract/reports/product-boards.ts';
import { DEFAULT_TIMEZONE } from '#contract/words.ts';
import { blocksFor, findBlock } from '#src/app/home/blocks.ts';
import { Blocks } from '#src/app/home/home.tsx';
import { type Access, useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { FailedState } from '#src/core/ui/states.tsx';
import { PRODUCT_BAR } from './bar.ts';
import { BoardGrid } from './board-grid.tsx';
import { useFigures } from './queries.ts';
import { useBlocks } from './use-blocks.tsx';

/** Blocks of home that repeat a figure of the board. */
const REPEATED: Readonly<Record<string, string>> = { trends: 'cost_per_head' };

/** The tiles that the person's rights and farms fill, without gaps. */
function listShownTiles(role: ProductBoardId, access: Access, farms: number): BoardTile[] {
  const mayShow = ({ part, key, report }: BoardTile) => {
    if (part === 'block') return findBlock(access, key) !== null && (farms > 1 || key !== 'farms');
    const definition = reportNamed(report ?? '');
    return definition !== undefined && access.can(definition.permission, 'view', definition.module);
  };
  return placeTiles(productBoards[role].filter(mayShow));
}

/** True if no tile has a figure: nothing was recorded in these days. */
const isWithoutFigures = ({ tiles }: BoardFigures): boolean =>
  tiles.every(
    ({ data }) =>
      !data ||
      (data.rows.length === 0 && data.tiles.every(({ value }) => value === null) && data.series.every(({ rows }) => rows.length === 0)),
  );

/** Home of a role: the board that comes with the product, and the further parts of home behind a button. */
export function RoleBoard({ role }: { role: ProductBoardId }) {
  const { t } = useTranslation(['boards', 'reports', 'pages']);
  const format = useFormat();
  const path = useAppPath();
  const access = useAccess();
  const current = useCurrentFarm();
  const { data: farms = [] } = useFarms();
  const today = todayIn((current ?? farms[0])?.timezone ?? DEFAULT_TIMEZONE);
  const renderBlock = useBlocks();
  const tiles = listShownTiles(role, access, farms.length);
  const bar = { ...PRODUCT_BAR, days: null };
  const whole = useFigures(role, tiles, bar);
  // A new farm has no whole day yet.
  const isNew = whole.data !== undefined && isWithoutFigures(whole.data);
  const ofToday = useFigures(isNew ? role : undefined, tiles, { ...bar, period: 'today' });
  const showsToday = isNew && ofToday.data !== undefined && !isWithoutFigures(ofToday.data);
  const figures = showsToday ? ofToday.data : whole.data;
  const others = blocksFor(access, farms.length).filter(({ id }) => !tiles.some(({ key }) => key === id || key === REPEATED[id]));
  return (
    <>
      <Group justify="end" mb="xs">
        <Anchor component={Link} to={path(`reports/boards/${role}`)} size="sm">
          {t(`boards:product.${role}`)}
        </Anchor>
      </Group>
      {showsToday && (
        <Text size="sm" c="dimmed" mb="xs" role="status">
          {t('pages:first_steps.later', { day: format.value('date', today) })}
        </Text>
      )}
      {whole.error !== null && !whole.data && <FailedState error={whole.error} onRetry={whole.refetch} />}
      <BoardGrid tiles={tiles} figures={figures} renderBlock={renderBlock} />
      <Blocks blocks={others} begins leading={0} />
    </>
  );
}
