/** What index.html asked for while the program was still coming, by address. */
interface Begun {
  token: string;
  answers: Record<string, Promise<Response> | undefined>;
}

declare global {
  interface Window {
    begun?: Begun;
  }
}

/** An answer that nobody took by then is asked for again. */
export const ANSWERS_WAIT_MS = 30_000;

/** The answer to a question that is under way already; each is given once, to who asks with the same token. */
export function takeBegun(url: string, token: string | null): Promise<Response> | undefined {
  const { begun } = window;
  if (begun?.token !== token || performance.now() > ANSWERS_WAIT_MS) return undefined;
  const answer = begun?.answers[url];
  delete begun?.answers[url];
  return answer;
}
