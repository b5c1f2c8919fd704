/**
 * Minimum length of a password, in characters; the super administrator's sign-in rules may require more. These limits are separate from the
 * schemas, so that the sign-in page doesn't load the schemas.
 */
export const SHORTEST_PASSWORD = 8;
/** The largest minimum that the sign-in rules may set, in characters. */
export const MAX_PASSWORD_MINIMUM = 64;
