/** A value for a `jsonb` column, alike whether a row is written by itself (as the driver sends it) or among many (as part of their JSON). */
export const asJson = (value: unknown) => ({ toPostgres: () => JSON.stringify(value), toJSON: () => value });
