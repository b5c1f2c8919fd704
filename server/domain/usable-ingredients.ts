import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { invalid } from '#server/platform/errors.ts';
import { throwRefusal } from '#server/platform/resource/change.ts';
import { ask, type Check } from '#server/platform/resource/check.ts';
import { type Change, givenRows, isOneOf, LOCKED_TO_REFER } from '#server/platform/resource/table.ts';

interface Use {
  farm: number;
  ingredient: number;
  /** Field of the error. */
  field: string;
  refuse: Change['refuse'];
}

/**
 * 400 at `field` unless the ingredient isn't deleted and the farm may use it: its own, or one in a stock shared by its company. Locks the
 * ingredient.
 */
export const demandUsable = (tx: Tx, client: number, farm: number, ingredient: number, field: string): Promise<void> =>
  ask(tx, usableCheck(client, [{ farm, ingredient, field, refuse: throwRefusal }]));

/** The same for many, combined with other checks. */
export const usableCheck = (client: number, uses: readonly Use[]): Check<void> => ({
  ask: sql`(
    with i as (
      select t.* from ingredient t
      where t.client_id = ${client} and ${isOneOf('t.id', [...new Set(uses.map(({ ingredient }) => ingredient))])} and not t.deleted ${LOCKED_TO_REFER}
    )
    select json_agg(distinct wanted.farm || ' ' || wanted.ingredient)
    from ${givenRows('wanted', { farm: ['bigint', uses.map(({ farm }) => farm)], ingredient: ['bigint', uses.map((use) => use.ingredient)] })}
    join i on i.id = wanted.ingredient
    join stock s on s.client_id = i.client_id and s.id = i.stock_id
    join farm f on f.client_id = i.client_id and f.id = wanted.farm
    where i.farm_id = wanted.farm or (s.farm_id is null and s.company_id = f.company_id))`,
  judge(usable: string[] | null) {
    const known = new Set(usable);
    for (const { farm, ingredient, field, refuse } of uses) {
      if (!known.has(`${farm} ${ingredient}`)) refuse(invalid(field, 'invalid_value'));
    }
  },
});
