import { useQuery } from '@tanstack/react-query';
import { SHARES } from '#contract/operations/who-sees.ts';
import type { boards } from '#contract/reports/boards.ts';
import type { RowOf } from '#contract/resource.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import { needsOf } from '#contract/rights.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { useMe } from '#src/core/api/session.ts';

type Board = RowOf<typeof boards>;
/** A literal, because the contract loads with the screens of boards. */
const BOARDS = 'boards' satisfies ResourceId;

const key = (user: number) => `home-board:${user}`;
/** True if the person had a home board at the last visit on this device. */
export const hadHomeBoard = (user: number): boolean => localStorage.getItem(key(user)) !== null;
function keepHomeBoard(user: number, board: Board | null): void {
  if (board) localStorage.setItem(key(user), String(board.id));
  else localStorage.removeItem(key(user));
}

/** The board that the person chose as home; null if there is none. Undefined while the boards load. */
export function useHomeBoard(): Board | null | undefined {
  const me = useMe();
  const { canAny } = useAccess();
  const enabled = canAny(needsOf(SHARES, 'view'));
  const { data, isError } = useQuery({
    queryKey: [BOARDS, 'home'],
    queryFn: async ({ signal }) => {
      const { data: rows } = await api.get<Board[]>(`report/${BOARDS}/`, { query: { page_size: 1000 }, signal });
      const board = rows.find(({ home, author }) => home && author === me.id) ?? null;
      keepHomeBoard(me.id, board);
      return board;
    },
    enabled,
  });
  return enabled && !isError ? data : null;
}
