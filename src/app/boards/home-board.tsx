import { Anchor, Group, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useAppPath } from '#src/core/api/place.ts';
import { FailedState } from '#src/core/ui/states.tsx';
import { BoardGrid } from './board-grid.tsx';
import { type Board, useFigures } from './queries.ts';
import { useBlocks } from './use-blocks.tsx';

/** The board that a person chose as home, with the board's own bar. */
export function HomeBoard({ board }: { board: Board }) {
  const { t } = useTranslation('reports');
  const path = useAppPath();
  const { farm, period, compare_with, tiles } = board;
  const figures = useFigures(board.id, tiles, { farm, period, compare_with, days: null });
  const renderBlock = useBlocks();
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {board.name}
        </Title>
        <Anchor component={Link} to={path(`reports/boards/${board.id}`)} size="sm">
          {t('reports:boards.title')}
        </Anchor>
      </Group>
      {figures.error !== null && !figures.data && <FailedState error={figures.error} onRetry={figures.refetch} />}
      <BoardGrid tiles={tiles} figures={figures.data} renderBlock={renderBlock} />
    </>
  );
}
