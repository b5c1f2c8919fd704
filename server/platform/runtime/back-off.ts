const MINUTE = 60_000;
/** Duration of a lease on a row of an outbox. After a server's death, another server takes the row when its lease ends. */
export const LEASE_MS = 10 * MINUTE;
/** Delay before the second attempt, the third, and so on. The last attempt has failed without another delay. */
const BACK_OFF = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE);
export const MAX_ATTEMPTS = BACK_OFF.length + 1;
/** Delay in ms after so many attempts; undefined after the last one. */
export const getRetryDelay = (attempts: number): number | undefined => BACK_OFF[attempts - 1];
/** The moment so many ms from now. */
export const after = (services: { now(): Date }, ms: number) => new Date(services.now().getTime() + ms).toISOString();
