import { z } from 'zod';
import { Count, Day, Id, Name, Price, Weight } from '#contract/kinds.ts';
import { defineResource, demanding, IdList, named, Version } from '#contract/resource.ts';

/** From `day` on the group has this many `heads`, or `added` more than the last count (below 0 for leaving animals): one of the two. */
export const ScenarioHead = z
  .object({
    group: Id,
    day: Day,
    heads: Count.nullable().default(null),
    added: z.int().min(-1_000_000).max(1_000_000).nullable().default(null),
  })
  .refine(({ heads, added }) => (heads ?? added ?? null) !== null, demanding('heads'));
/** Price of the feed per kilogram. */
export const ScenarioPrice = z.object({ ingredient: Id, price: Price });
/** Expected own harvest on that day. */
export const ScenarioHarvest = z.object({ ingredient: Id, day: Day, kg: Weight.min(0.001) });
/** From `day` on the group eats this ration instead of those of its periods, in the same portions. */
export const ScenarioRation = z.object({ group: Id, day: Day, ration: Id });

const MAX_LINES = 200;
const lineList = <S extends z.ZodType>(line: S) => z.array(line).max(MAX_LINES).default([]);
const ofFeed = { ingredient_name: z.string() };
const ofGroup = { group_name: z.string() };

/**
 * Assumptions for a farm's coming year: heads, prices, harvests, rations. The supply report compares them with the plan; nothing else
 * changes. A group has one line per day, a feed one price, and one harvest per day.
 */
export const scenarios = defineResource({
  id: 'scenarios',
  path: 'manager/scenarios',
  permission: 'ingredient',
  row: z
    .object({
      id: Id,
      ...named('farm'),
      name: z.string(),
      heads: z.array(ScenarioHead.extend(ofGroup)),
      prices: z.array(ScenarioPrice.extend(ofFeed)),
      harvests: z.array(ScenarioHarvest.extend(ofFeed)),
      rations: z.array(ScenarioRation.extend({ ...ofGroup, ration_name: z.string() })),
      version: Version,
    })
    .meta({ id: 'Scenario' }),
  create: z.object({
    farm: Id,
    name: Name,
    heads: lineList(ScenarioHead),
    prices: lineList(ScenarioPrice),
    harvests: lineList(ScenarioHarvest),
    rations: lineList(ScenarioRation),
  }),
  filters: { farm: IdList },
  ordering: ['name', 'farm_name'],
});
