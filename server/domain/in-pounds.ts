/** A client weighs in pounds when its owner reads in pounds: so a plan never depends on who happens to look at it. `client`: SQL of its id. */
export const inPounds = (client: string) => `coalesce((select o.language = 'us' from account o
  where o.client_id = ${client} and o.user_type = 'client' and not o.deleted order by o.id limit 1), false)`;
