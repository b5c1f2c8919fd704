import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { FirstStep } from '#contract/operations/first-steps.ts';
import type { useFirstSteps } from './use-first-steps.ts';

/** Opens the next step's form once the step of this screen is saved. A person who is on another screen stays there. */
export function useLeadOn(steps: ReturnType<typeof useFirstSteps>) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const saves = useIsMutating() > 0;
  const last = useRef<FirstStep>(undefined);
  const next = steps?.next;
  // A new row's own screen moves to the row's address first.
  const settled = !saves && !pathname.endsWith('/create');
  const lead = useEffectEvent(() => {
    const before = last.current;
    last.current = next;
    if (!steps || !next || !before || before === next || !steps.isAt(before, pathname)) return;
    const link = steps.done.includes(before) ? steps.findLink(next) : null;
    if (link) navigate(link.to, { state: link.state });
  });
  useEffect(() => {
    if (settled && next) lead();
  }, [settled, next]);
}
