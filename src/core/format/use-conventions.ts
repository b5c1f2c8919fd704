import { useMemo } from 'react';
import { type Conventions, conventionsOf } from '#contract/words.ts';
import { useSession } from '#src/core/api/session.ts';
import { useClientUnits } from './client-context.ts';

/** The reader's units, clock and first day of the week: the own ones, otherwise those of the client in view. */
export function useConventions(): Conventions {
  const { me } = useSession();
  const client = useClientUnits();
  return useMemo(() => conventionsOf(me, client), [me, client]);
}
