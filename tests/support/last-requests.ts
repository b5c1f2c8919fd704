const KEPT = 40;
const lines: string[] = [];

/** Records an answered request of a test's screens. Only the last forty remain. */
export function recordRequest(method: string, url: string, status: number): void {
  lines.push(`${new Date().toISOString()} ${status} ${method} ${url}`);
  if (lines.length > KEPT) lines.shift();
}

/** Returns and clears the recorded requests, oldest first. */
export const takeRequests = (): string[] => lines.splice(0);
