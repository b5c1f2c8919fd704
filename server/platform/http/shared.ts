import type { Principal } from '#server/platform/auth/principal.ts';
import type { ClientContext, Context } from '#server/platform/context.ts';

/**
 * Those who ask the same while an answer is being made share the next one: it begins after each of them has asked, so nobody is told
 * less than what stood when they did. A change that a hundred screens follow is so read twice, not a hundred times.
 */
export function sharing<Answer>(): (what: string, make: () => Promise<Answer>) => Promise<Answer> {
  const underWay = new Map<string, { answer: Promise<Answer>; next: Promise<Answer> | undefined }>();

  function begin(what: string, make: () => Promise<Answer>): Promise<Answer> {
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
    if (!run) return begin(what, make);
    const after = () => begin(what, make);
    run.next ??= run.answer.then(after, after);
    return run.next;
  };
}

const visibilityKeys = new WeakMap<Principal, string>();

/** All of a caller that an answer inside a client may depend on, but who it is: two of one role, with the same farms and rights, are told the same. */
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
