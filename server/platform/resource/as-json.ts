/** A value for a `jsonb` column, equal for a row written alone (as the driver sends it) and for many rows (as part of their JSON). */
export const asJson = (value: unknown) => ({ toPostgres: () => JSON.stringify(value), toJSON: () => value });
