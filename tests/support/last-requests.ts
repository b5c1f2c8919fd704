const KEPT = 40;
const lines: string[] = [];

/** Records one answered request of the screens of a test. Only the last forty are kept. */
export function recordRequest(method: string, url: string, status: number): void {
  lines.push(`${new Date().toISOString()} ${status} ${method} ${url}`);
  if (lines.length > KEPT) lines.shift();
}

/** Returns the recorded requests, oldest first, and forgets them. */
export const takeRequests = (): string[] => lines.splice(0);
