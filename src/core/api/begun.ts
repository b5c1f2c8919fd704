/** Requests that index.html started before the program was loaded, by address. */
interface Begun {
  token: string;
  answers: Record<string, Promise<Response> | undefined>;
}

declare global {
  interface Window {
    begun?: Begun;
  }
}

/** Ms after which an unused answer is requested again. */
export const ANSWERS_WAIT_MS = 30_000;

/** The answer of a request that is already running. Each is given once, to a caller with the same token. */
export function takeBegun(url: string, token: string | null): Promise<Response> | undefined {
  const { begun } = window;
  if (begun?.token !== token || performance.now() > ANSWERS_WAIT_MS) return undefined;
  const answer = begun?.answers[url];
  delete begun?.answers[url];
  return answer;
}
