import { Button, Checkbox, Group, TextInput } from '@mantine/core';
import { IconCheck, IconCopy, IconHome, IconLayoutGrid, IconMaximize, IconShare2, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { type BoardTile, boards, PRODUCT_BOARDS } from '#contract/reports/boards.ts';
import { productBoards } from '#contract/reports/product-boards.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useMe } from '#src/core/api/session.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { DropPanel } from '#src/core/report/filters/drop-panel.tsx';
import { useRow, useSave } from '#src/core/resource/queries.ts';
import { useRemove } from '#src/core/resource/use-remove.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { EmptyState, FailedState } from '#src/core/ui/states.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { type Bar, PRODUCT_BAR, readBar, toParams } from './bar.ts';
import { BoardBar } from './board-bar.tsx';
import { BoardGrid } from './board-grid.tsx';
import { PdfButton } from './pdf-button.tsx';
import { type Board, type BoardKey, useFigures } from './queries.ts';
import { useBlocks } from './use-blocks.tsx';
import { WallScreen } from './wall-screen.tsx';

const SharePanel = lazyPart(async () => (await import('./share-panel.tsx')).ShareBoardPanel);
const ArrangeGrid = lazyPart(async () => (await import('./arrange-grid.tsx')).ArrangeGrid);

interface Shown {
  key: BoardKey;
  name: string;
  tiles: readonly BoardTile[];
  own: Pick<Bar, 'farm' | 'period' | 'compare_with'>;
  /** Null for a product board. */
  board: Board | null;
}

/** A board by the number or the role in the address. */
export function BoardPage() {
  const { t } = useTranslation('boards');
  const { board_id = '' } = useParams();
  const role = PRODUCT_BOARDS.find((one) => one === board_id);
  const id = role ? undefined : Number(board_id);
  const { data, error, refetch } = useRow(boards, id);
  if (role) {
    const shown = { key: role, name: t(`boards:product.${role}`), tiles: productBoards[role], own: PRODUCT_BAR, board: null };
    return <ShownBoard key={role} shown={shown} />;
  }
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return null;
  return <ShownBoard key={data.id} shown={{ key: data.id, name: data.name, tiles: data.tiles, own: data, board: data }} />;
}

function ShownBoard({ shown }: { shown: Shown }) {
  const { t } = useTranslation(['boards', 'reports']);
  const { key, name, tiles, own, board } = shown;
  const me = useMe();
  const path = useAppPath();
  const [params, setParams] = useSearchParams();
  const [arranging, setArranging] = useState(false);
  const bar = readBar(params, own);
  const renderBlock = useBlocks();
  const figures = useFigures(key, tiles, bar);
  const { planned_on_after: after = '', planned_on_before: before = '' } = figures.data?.filters ?? {};
  // A file without any figure would be refused.
  const hasFigures = figures.data?.tiles.some(({ problem }) => problem === null) ?? false;
  const setBar = (next: Bar) => setParams(new URLSearchParams(toParams(next)), { replace: true });
  if (params.has('wall')) {
    const leave = () => {
      params.delete('wall');
      setParams(params, { replace: true });
    };
    return (
      <WallScreen name={name} onLeave={leave}>
        <BoardGrid tiles={tiles} figures={figures.data} renderBlock={renderBlock} links={false} />
      </WallScreen>
    );
  }
  const openWall = () => {
    params.set('wall', '1');
    setParams(params);
  };
  if (arranging && board) return <Arranged board={board} bar={bar} onDone={() => setArranging(false)} />;
  return (
    <>
      <PageHeader
        title={name}
        crumbs={[{ label: t('reports:boards.title'), to: path('reports/boards') }]}
        actions={
          <>
            {board?.author === me.id && <OwnActions board={board} onArrange={() => setArranging(true)} />}
            {board?.author !== me.id && <CopyButton shown={shown} bar={bar} />}
            <DropPanel icon={IconShare2} label={t('reports:filter.pass_on')} preload={SharePanel.preload}>
              {() => <SharePanel board={key} title={name} bar={bar} mails={hasFigures} />}
            </DropPanel>
            {hasFigures && <PdfButton board={key} title={name} bar={bar} days={{ after, before }} />}
            <Button variant="default" leftSection={<IconMaximize size={16} aria-hidden />} onClick={openWall}>
              {t('boards:wall')}
            </Button>
          </>
        }
      />
      <BoardBar bar={bar} onChange={setBar} />
      {figures.error !== null && !figures.data && <FailedState error={figures.error} onRetry={figures.refetch} />}
      {tiles.length === 0 ? (
        <EmptyState icon={IconLayoutGrid} title={t('boards:empty')} />
      ) : (
        <BoardGrid tiles={tiles} figures={figures.data} renderBlock={renderBlock} onDays={(days) => setBar({ ...bar, days })} />
      )}
    </>
  );
}

/** Actions of a board's author. */
function OwnActions({ board, onArrange }: { board: Board; onArrange: () => void }) {
  const { t } = useTranslation(['boards', 'core']);
  const navigate = useNavigate();
  const path = useAppPath();
  const save = useSave(boards);
  const remove = useRemove(boards);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLayoutGrid size={16} aria-hidden />}
        onMouseEnter={ArrangeGrid.preload}
        onClick={onArrange}
      >
        {t('boards:arrange')}
      </Button>
      <Button
        variant="default"
        aria-pressed={board.home}
        leftSection={<IconHome size={16} aria-hidden />}
        loading={save.isPending}
        onClick={() => save.mutate({ id: board.id, values: { home: !board.home } })}
      >
        {t(board.home ? 'boards:is_home' : 'boards:set_home')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={async () => (await remove(board.id, board.name)) && navigate(path('reports/boards'))}
      >
        {t('core:actions.delete')}
      </Button>
    </>
  );
}

/** Copies a board of somebody else, or of the product, to the person's own. */
function CopyButton({ shown: { name, tiles }, bar }: { shown: Shown; bar: Bar }) {
  const { t } = useTranslation('boards');
  const navigate = useNavigate();
  const path = useAppPath();
  const save = useSave(boards);
  const { farm, period, compare_with } = bar;
  const copy = async () => {
    try {
      const { id } = await save.mutateAsync({ values: { name: t('boards:new_of', { name }), tiles, farm, period, compare_with } });
      navigate(path(`reports/boards/${id}`));
    } catch (error) {
      toast.error(failureText(t, error));
    }
  };
  return (
    <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} loading={save.isPending} onClick={() => void copy()}>
      {t('boards:copy')}
    </Button>
  );
}

/** A board while its author arranges it. All changes are saved together, with the bar as the board's own. */
function Arranged({ board, bar, onDone }: { board: Board; bar: Bar; onDone: () => void }) {
  const { t } = useTranslation('boards');
  const [name, setName] = useState(board.name);
  const [tiles, setTiles] = useState<BoardTile[]>(board.tiles);
  const [forPeople, setForPeople] = useState(board.for_people);
  const figures = useFigures(board.id, board.tiles, bar);
  const renderBlock = useBlocks();
  const save = useSave(boards);
  const { farm, period, compare_with } = bar;
  const done = async () => {
    try {
      const values = { name: name.trim() || board.name, tiles, for_people: forPeople, farm, period, compare_with, version: board.version };
      await save.mutateAsync({ id: board.id, values });
      onDone();
    } catch (error) {
      toast.error(failureText(t, error));
    }
  };
  return (
    <>
      <PageHeader
        title={board.name}
        actions={
          <Button leftSection={<IconCheck size={16} aria-hidden />} loading={save.isPending} onClick={() => void done()}>
            {t('boards:done')}
          </Button>
        }
      />
      <Group mb="md" align="end">
        <TextInput label={t('boards:name')} maxLength={300} value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <Checkbox
          mb={8}
          label={t('boards:for_people')}
          checked={forPeople}
          onChange={(event) => setForPeople(event.currentTarget.checked)}
        />
      </Group>
      <Suspense>
        <ArrangeGrid tiles={tiles} figures={figures.data} renderBlock={renderBlock} onChange={setTiles} />
      </Suspense>
    </>
  );
}
