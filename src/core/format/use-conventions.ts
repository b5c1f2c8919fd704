import { useMemo } from 'react';
import { type Conventions, conventionsOf } from '#contract/words.ts';
import { useSession } from '#src/core/api/session.ts';
import { useClientUnits } from './client-context.ts';

/** How the reader writes weights and times and begins weeks: as they chose, else as the client in view does. */
export function useConventions(): Conventions {
  const { me } = useSession();
  const client = useClientUnits();
  return useMemo(() => conventionsOf(me, client), [me, client]);
}
