import type { ComponentType } from 'react';
import type { ProductBoardId } from '#contract/reports/boards.ts';
import type { Need } from '#contract/rights.ts';
import type { Access } from '#src/core/access/use-access.ts';
import { lazyPart } from '#src/core/ui/lazy-part.ts';
import { SEES_SIGNALS } from '#src/reports/signals/screens.ts';

interface HomeBlock {
  /** Rights of which any one shows the block. */
  need: Need | readonly Need[];
  /** Shown only to people with several farms. */
  ofSeveral?: true;
  /** Takes the whole width if it is the first block. */
  wide?: true;
  Block: ComponentType;
}

const SEES_COST = { item: 'dashboard', action: 'view' } as const;

/** The blocks of home in their order. Each block is a file of the feature that its figures come from. */
const BLOCKS = {
  next: {
    need: [
      { item: 'load_schedule', action: 'add' },
      { item: 'upload_schedule', action: 'add' },
    ],
    Block: lazyPart(async () => (await import('#src/operations/feedings/next-block.tsx')).NextBlock),
  },
  today: {
    need: { item: 'schedule', action: 'view' },
    Block: lazyPart(async () => (await import('#src/operations/feedings/today-block.tsx')).TodayBlock),
  },
  trends: {
    need: SEES_COST,
    wide: true,
    Block: lazyPart(async () => (await import('#src/reports/home/trends-block.tsx')).TrendsBlock),
  },
  cost: {
    need: SEES_COST,
    Block: lazyPart(async () => (await import('#src/reports/home/cost-block.tsx')).CostBlock),
  },
  wrong: {
    need: SEES_COST,
    Block: lazyPart(async () => (await import('#src/reports/home/wrong-block.tsx')).WrongBlock),
  },
  signals: {
    need: SEES_SIGNALS,
    Block: lazyPart(async () => (await import('#src/reports/signals/signals-block.tsx')).SignalsBlock),
  },
  farms: {
    need: SEES_COST,
    ofSeveral: true,
    Block: lazyPart(async () => (await import('#src/reports/home/farms-block.tsx')).FarmsBlock),
  },
  intakes: {
    need: SEES_COST,
    Block: lazyPart(async () => (await import('#src/reports/home/intakes-block.tsx')).IntakesBlock),
  },
  month: {
    need: { item: 'blanks', action: 'view' },
    Block: lazyPart(async () => (await import('#src/reports/month-end/month-block.tsx')).MonthBlock),
  },
  stock: {
    need: { item: 'ingredient', action: 'view' },
    Block: lazyPart(async () => (await import('#src/operations/needs/stock-block.tsx')).StockBlock),
  },
  counts: {
    need: { item: 'stock', action: 'change' },
    Block: lazyPart(async () => (await import('#src/operations/stocks/counts-block.tsx')).CountsBlock),
  },
} as const satisfies Record<string, HomeBlock>;
export type BlockId = keyof typeof BLOCKS;

/** What somebody mostly does, told by what they may change; whoever changes nothing reads. */
const DOES = [
  ['owner', [{ item: 'company', action: 'change' }]],
  [
    'manager',
    [
      { item: 'schedule', action: 'change' },
      { item: 'ration', action: 'change' },
    ],
  ],
  [
    'feeder',
    [
      { item: 'load_schedule', action: 'add' },
      { item: 'upload_schedule', action: 'add' },
    ],
  ],
  ['accountant', [{ item: 'blanks', action: 'change' }]],
  [
    'storekeeper',
    [
      { item: 'delivery', action: 'add' },
      { item: 'stock', action: 'change' },
    ],
  ],
  ['reader', []],
] as const satisfies readonly (readonly [string, readonly Need[]])[];
type Work = (typeof DOES)[number][0];

/** The work of somebody with these rights. */
const findWork = ({ canAny }: Pick<Access, 'canAny'>): Work => (DOES.find(([, needs]) => canAny(needs)) ?? (['reader'] as const))[0];

/** The board that comes with the product for each work, and the right that fills it. The home of a feeder is the next load and the day. */
const ROLES: Partial<Record<Work, { role: ProductBoardId; need: Need }>> = {
  owner: { role: 'owner', need: SEES_COST },
  reader: { role: 'owner', need: SEES_COST },
  manager: { role: 'zootechnician', need: SEES_COST },
  accountant: { role: 'accountant', need: { item: 'inout', action: 'view' } },
  storekeeper: { role: 'storekeeper', need: { item: 'inout', action: 'view' } },
};

/** The product's board that is the home of somebody with these rights; null without the right to its figures. */
export function findRole(access: Pick<Access, 'canAny'>): ProductBoardId | null {
  const found = ROLES[findWork(access)];
  return found && access.canAny(found.need) ? found.role : null;
}

/** In which order; whose rights open none of a block don't have it. */
const ORDERS: Record<Work, readonly BlockId[]> = {
  owner: ['trends', 'cost', 'signals', 'wrong', 'farms', 'today', 'intakes', 'stock', 'counts', 'month', 'next'],
  manager: ['today', 'signals', 'wrong', 'trends', 'intakes', 'cost', 'stock', 'counts', 'next', 'farms', 'month'],
  feeder: ['next', 'today', 'stock', 'counts', 'signals', 'wrong', 'intakes', 'trends', 'cost', 'farms', 'month'],
  accountant: ['month', 'trends', 'cost', 'wrong', 'signals', 'farms', 'stock', 'counts', 'intakes', 'today'],
  storekeeper: ['stock', 'counts', 'wrong', 'signals', 'today', 'trends', 'cost', 'farms', 'intakes', 'month'],
  reader: ['trends', 'cost', 'signals', 'wrong', 'farms', 'intakes', 'today', 'stock', 'counts', 'month'],
};

const BOARD: HomeBlock = {
  need: SEES_COST,
  Block: lazyPart(async () => (await import('#src/reports/compare-clients/board-block.tsx')).BoardBlock),
};

export interface ShownBlock {
  id: string;
  wide?: true | undefined;
  Block: ComponentType;
}

/** The blocks of somebody's home within a client, what they mostly do first. */
export function blocksFor({ canAny }: Pick<Access, 'canAny'>, farms: number): ShownBlock[] {
  return ORDERS[findWork({ canAny })].flatMap((id) => {
    const { need, ofSeveral, wide, Block }: HomeBlock = BLOCKS[id];
    return canAny(need) && (farms > 1 || !ofSeveral) ? [{ id, wide, Block }] : [];
  });
}

/** Those above the clients, for who looks after some of them rather than the installation. */
export function boardsFor({ canAny }: Pick<Access, 'canAny'>): ShownBlock[] {
  const administers = canAny({ item: 'company', action: 'change' });
  return canAny(BOARD.need) && !administers ? [{ id: 'board', Block: BOARD.Block }] : [];
}

/** A block by its key, for a board; null without the right to see the block. */
export function findBlock({ canAny }: Pick<Access, 'canAny'>, key: string): ComponentType | null {
  const block: HomeBlock | undefined = key === 'clients' ? BOARD : BLOCKS[key as BlockId];
  return block && canAny(block.need) ? block.Block : null;
}
