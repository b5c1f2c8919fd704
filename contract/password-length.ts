/** Characters of a password at least. Stands apart from the schemas, so that the sign-in page needn't bring them. */
export const SHORTEST_PASSWORD = 10;
