import { type AskAsOwner, asOwner, daysBack, onDemonstration } from './demo.ts';
import { type Figure, figure } from './statistics.ts';

const ROUNDS = 40;
/** An owner's blocks, requested at once, as on the page. */
const BLOCKS = ['cost', 'wrong', 'farms'];

const chart = (report: string, key: string) => ({ report, part: 'chart', key });
const tile = (report: string, key: string) => ({ report, part: 'tile', key });
/** Twelve tiles of four reports. */
const TILES = [
  ...['cost', 'cost_per_head', 'fact', 'dmi'].map((key) => tile('dashboard', key)),
  ...['by_day', 'cost_by_day', 'by_group'].map((key) => chart('dashboard', key)),
  chart('cost_change', 'causes'),
  chart('compare', 'cost_per_head_by_farm'),
  tile('compare', 'bullseye'),
  tile('inout', 'closing_value'),
  chart('inout', 'by_day'),
].map((one, at) => ({ ...one, id: `tile-${at}`, x: 0, y: at, w: 4, h: 4 }));
const REPORTS = [...new Set(TILES.map(({ report }) => report))];

/** P31: a board of twelve tiles compared with the slowest of its reports, alternating. */
async function benchBoard(ask: AskAsOwner, days: string): Promise<Figure> {
  const { id } = await ask<{ id: number }>('/api/report/boards/', {
    method: 'POST',
    body: { name: 'Twelve tiles', compare_with: 'none', tiles: TILES },
  });
  const [board, slowest]: [number[], number[]] = [[], []];
  for (let round = -3; round < ROUNDS; round += 1) {
    const ofBoard = await timed(() => ask(`/api/report/boards/${id}/figures/?${days}`));
    const ofReports: number[] = [];
    for (const report of REPORTS) ofReports.push(await timed(() => ask(`/api/report/${report}/make/?${days}`)));
    // The first rounds warm up.
    if (round < 0) continue;
    board.push(ofBoard);
    slowest.push(Math.max(...ofReports));
  }
  return figure('P31', 'a board of twelve tiles of four reports, seven days, against its slowest report', 'ms', board, slowest, '≤ 1.5');
}

const SIGNALS = '/api/manager/signals/?state=new,seen&over=false&ordering=-money&page_size=3';
const NEEDS = '/api/manager/ingredients/needs/?days=7&page_size=1000';
const toBlock = (name: string) => `/api/report/home/${name}/`;
/** The requests of an owner's home before it became a board. */
const FORMER_HOME = [...['trends', 'cost', 'wrong', 'farms'].map(toBlock), SIGNALS];
/** The requests of the owner's board as home. */
const HOME_BOARD = [
  '/api/report/product-boards/owner/figures/?period=whole_7&compare_with=previous',
  ...['wrong', 'farms'].map(toBlock),
  SIGNALS,
  NEEDS,
];

/** P32: an owner's home as a board compared with the former home, alternating. */
async function benchHomeBoard(ask: AskAsOwner): Promise<Figure> {
  const all = (paths: readonly string[]) => timed(() => Promise.all(paths.map((path) => ask(path))));
  const [board, former]: [number[], number[]] = [[], []];
  for (let round = -3; round < ROUNDS; round += 1) {
    const [ofBoard, ofFormer] = [await all(HOME_BOARD), await all(FORMER_HOME)];
    // The first rounds warm up.
    if (round < 0) continue;
    board.push(ofBoard);
    former.push(ofFormer);
  }
  return figure(
    'P21',
    'all requests of an owner’s home as a board, at once, against those of the former home',
    'ms',
    board,
    former,
    '≤ 1.3',
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** P17: the three blocks of an owner's home compared with one report of the same days, alternating. */
export const benchHome = (): Promise<Figure[]> =>
  onDemonstration(({ url }) =>
    asOwner(url, async (ask) => {
      const days = await daysBack(url, 7);
      const [blocks, report]: [number[], number[]] = [[], []];
      for (let round = -3; round < ROUNDS; round += 1) {
        const ofBlocks = await timed(() => Promise.all(BLOCKS.map((block) => ask(`/api/report/home/${block}/`))));
        const ofReport = await timed(() => ask(`/api/report/dashboard/make/?${days}`));
        // The first rounds warm up.
        if (round < 0) continue;
        blocks.push(ofBlocks);
        report.push(ofReport);
      }
      return [
        figure(
          'P17',
          'the three blocks of an owner’s home, asked at once, against one overview of seven days',
          'ms',
          blocks,
          report,
          '≤ 1.2',
        ),
        await benchBoard(ask, days),
        await benchHomeBoard(ask),
      ];
    }),
  );
