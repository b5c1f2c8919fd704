/**
 * Min length of a password in characters; the sign-in rules may require more. Separate from the schemas, so that the sign-in page loads no
 * schema.
 */
export const SHORTEST_PASSWORD = 8;
/** The largest min length that the sign-in rules may set, in characters. */
export const MAX_PASSWORD_MINIMUM = 64;
