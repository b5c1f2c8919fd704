/**
 * The newest known minor version of each major version of PostgreSQL at the release. docs/guides/release.md: each release updates them from
 * https://www.postgresql.org/support/versioning/. Nothing asks the network.
 */
const KNOWN_MINORS: Readonly<Record<string, number>> = { 18: 7, 15: 20 };

/**
 * The line to log if a newer minor version than the running server's is known, as "18.4" or "18.4 (Debian 18.4-1)"; undefined otherwise.
 */
export function newerMinor(running: string, known = KNOWN_MINORS): string | undefined {
  const [, major = '', minor] = /^(\d+)\.(\d+)/.exec(running) ?? [];
  const newest = known[major];
  if (minor === undefined || newest === undefined || Number(minor) >= newest) return undefined;
  return `PostgreSQL ${major}.${minor} runs here, and ${major}.${newest} is known, which corrects faults of it. PG_BIN names the programs of another one (SECURITY.md).`;
}
