import type { Principal } from '#server/platform/auth/principal.ts';
import type { ClientContext, Context } from '#server/platform/context.ts';

/**
 * Shares answers: callers during a running answer share the next one, which begins after all of them asked. No answer is older than its
 * request, and a change that a hundred screens follow is read twice instead of a hundred times.
 */
export function sharing<Answer>(): (what: string, make: () => Promise<Answer>) => Promise<Answer> {
  const underWay = new Map<string, { answer: Promise<Answer>; next: Promise<Answer> | undefined }>();

  function startShared(what: string, make: () => Promise<Answer>): Promise<Answer> {
    const answer = make();
    const run = { answer, next: undefined };
    underWay.set(what, run);
    const end = () => {
      if (underWay.get(what) === run && run.next === undefined) underWay.delete(what);
    };
    answer.then(end, end);
    return answer;
  }

  return (what, make) => {
    const run = underWay.get(what);
    if (!run) return startShared(what, make);
    const after = () => startShared(what, make);
    run.next ??= run.answer.then(after, after);
    return run.next;
  };
}

const visibilityKeys = new WeakMap<Principal, string>();

/**
 * All properties of a caller that an answer inside a client may depend on, except identity: callers with equal role, farms and rights get
 * equal answers.
 */
export function visibilityKey(context: Context | ClientContext): string {
  const { principal, language } = context;
  let visibility = visibilityKeys.get(principal);
  if (visibility === undefined) {
    const { userType, isSuperadmin, modules, rights, farms } = principal;
    visibility = JSON.stringify([userType, isSuperadmin, modules, rights, farms && [...farms].toSorted((a, b) => a - b)]);
    visibilityKeys.set(principal, visibility);
  }
  return JSON.stringify(['client' in context ? [context.client, context.farm] : null, language, visibility]);
}
