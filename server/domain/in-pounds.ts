/** A client's plans follow its own unit: so a plan never depends on who happens to look at it. `client`: SQL of its id. */
export const inPounds = (client: string) => `coalesce((select own.units = 'lb' from client own where own.id = ${client}), false)`;
