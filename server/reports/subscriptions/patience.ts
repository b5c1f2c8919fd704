import type { Services } from '#server/platform/context.ts';

const MINUTE = 60_000;
/** Nobody else takes a mail for so long; when its server dies, another takes it up after that. */
export const LEASE_MS = 10 * MINUTE;
/** Before the second attempt, the third, …; after the last one it has failed. */
const BACK_OFF = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE);
export const MAX_ATTEMPTS = BACK_OFF.length + 1;
/** How long to wait after that many attempts; undefined after the last. */
export const waitOf = (attempts: number): number | undefined => BACK_OFF[attempts - 1];
export const after = (services: Services, ms: number) => new Date(services.now().getTime() + ms).toISOString();
