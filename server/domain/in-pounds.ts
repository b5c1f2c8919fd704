/** SQL: true if the client (SQL of its id) plans in pounds. Plans follow the client, so they don't depend on the reader. */
export const inPounds = (client: string) => `coalesce((select own.units = 'lb' from client own where own.id = ${client}), false)`;
