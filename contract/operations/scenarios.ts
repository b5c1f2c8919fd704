import { z } from 'zod';
import { Count, Day, Id, Name, Price, Weight } from '#contract/kinds.ts';
import { defineResource, demanding, IdList, named, Version } from '#contract/resource.ts';

/** From `day` on the group has so many `heads`, or so many more than were counted last (`added`; below 0 for animals that leave): one of the two. */
export const ScenarioHead = z
  .object({
    group: Id,
    day: Day,
    heads: Count.nullable().default(null),
    added: z.int().min(-1_000_000).max(1_000_000).nullable().default(null),
  })
  .refine(({ heads, added }) => (heads ?? added ?? null) !== null, demanding('heads'));
/** What a kilogram of the feed costs. */
export const ScenarioPrice = z.object({ ingredient: Id, price: Price });
/** What is expected to come in of the farm's own on that day. */
export const ScenarioHarvest = z.object({ ingredient: Id, day: Day, kg: Weight.min(0.001) });
/** From `day` on the group eats this ration in place of those that its periods name, in the same portions. */
export const ScenarioRation = z.object({ group: Id, day: Day, ration: Id });

const MOST_LINES = 200;
const linesOf = <S extends z.ZodType>(line: S) => z.array(line).max(MOST_LINES).default([]);
const ofFeed = { ingredient_name: z.string() };
const ofGroup = { group_name: z.string() };

/**
 * What may be otherwise at a farm in the year ahead: heads, prices, harvests, rations. The report on supply lays it beside what is planned; nothing else is
 * changed by it. A group has one line a day, a feed one price and one harvest a day.
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
    heads: linesOf(ScenarioHead),
    prices: linesOf(ScenarioPrice),
    harvests: linesOf(ScenarioHarvest),
    rations: linesOf(ScenarioRation),
  }),
  filters: { farm: IdList },
  ordering: ['name', 'farm_name'],
});
