import { sql } from 'kysely';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import type { Checks } from '#server/platform/resource/check.ts';
import { type Change, isOneOf } from '#server/platform/resource/table.ts';

/** The fields of an order that its deliveries must share. */
const OF_DELIVERIES = ['company', 'ingredient'] as const;

const changed = ({ input, before }: Change) =>
  before ? OF_DELIVERIES.find((field) => input[field] !== undefined && input[field] !== before[field]) : undefined;

/** 400 at `to` of an order that ends before it begins; at `company` or `ingredient` of one that would leave its deliveries to another. */
export function checksOfOrders({ client }: ClientContext, changes: readonly Change[]): Checks {
  for (const { after, refuse } of changes) {
    if (typeof after.from === 'string' && typeof after.to === 'string' && after.to < after.from) refuse(invalid('to', 'invalid_value'));
  }
  // If another supplier replaces one, deliveries change in the same transaction; those of closed months stay.
  const moved = changes.filter((change) => !change.replacing && changed(change));
  if (moved.length === 0) return {};
  return {
    delivered: {
      ask: sql`(select json_agg(distinct d.order_id) from delivery d
        where d.client_id = ${client} and not d.deleted and d.order_id = any(${moved.map(({ id }) => id)}))`,
      judge(delivered: number[] | null) {
        const ids = new Set(delivered);
        for (const change of moved) if (ids.has(change.id)) change.refuse(invalid(changed(change) ?? 'company', 'invalid_value'));
      },
    },
  };
}

interface Ordered {
  id: number;
  company: number;
  ingredient: number;
}

/** The fields of a delivery that must agree with its order. */
const AGREES = ['order', 'company', 'ingredient', 'delivery_type'] as const;

/**
 * 400 at `order` of a delivery whose order has another company or feed, and of any sale with an order. The orders are locked until the
 * transaction ends.
 */
export function checksOfOrdered({ client }: ClientContext, changes: readonly Change[]): Checks {
  const named = changes.filter(
    ({ input, before, after }) =>
      (after.order ?? null) !== null && AGREES.some((field) => input[field] !== undefined && input[field] !== before?.[field]),
  );
  if (named.length === 0) return {};
  return {
    ordered: {
      // A shared lock: a change of the order to another supplier or feed waits for it, and checks deliveries afterwards.
      ask: sql`(select json_agg(o) from (
        select t.id, t.company_id as company, t.ingredient_id as ingredient from feed_order t
        where t.client_id = ${client} and ${isOneOf('t.id', [...new Set(named.map(({ after }) => after.order))])} order by t.id for share of t) o)`,
      judge(found: Ordered[] | null) {
        const orders = new Map(found?.map((order) => [order.id, order]));
        for (const { after, refuse } of named) {
          const order = orders.get(after.order);
          const agrees = after.delivery_type === 'delivery' && order?.company === after.company && order?.ingredient === after.ingredient;
          if (!agrees) refuse(invalid('order', 'invalid_value'));
        }
      },
    },
  };
}
