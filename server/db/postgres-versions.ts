/**
 * The newest minor version of each major version of PostgreSQL that was known when this version of Manger was made. A release looks each up at
 * https://www.postgresql.org/support/versioning/ (docs/guides/release.md): nothing asks the network.
 */
const KNOWN_MINORS: Readonly<Record<string, number>> = { 18: 7, 15: 20 };

/** The line to log if a newer minor version than the running server's is known, as "18.4" or "18.4 (Debian 18.4-1)"; undefined otherwise. */
export function newerMinor(running: string, known = KNOWN_MINORS): string | undefined {
  const [, major = '', minor] = /^(\d+)\.(\d+)/.exec(running) ?? [];
  const newest = known[major];
  if (minor === undefined || newest === undefined || Number(minor) >= newest) return undefined;
  return `PostgreSQL ${major}.${minor} runs here, and ${major}.${newest} is known, which corrects faults of it. PG_BIN names the programs of another one (SECURITY.md).`;
}
