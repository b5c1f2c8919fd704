import { z } from 'zod';
import { Count, Day, Instant } from '#contract/kinds.ts';
import { MAX_COMPONENT } from './milk.ts';

/**
 * Events that other programs send, in the field names of ICAR Animal Data Exchange. Further fields of the standard are accepted and
 * ignored, as the standard asks of readers.
 */

const OutsideText = z.string().trim().min(1).max(200);
/** The program and its id of the event. An event with the same two takes effect once. */
const Meta = z.looseObject({ source: OutsideText, sourceId: OutsideText }).meta({ id: 'AdeEventMeta' });
/** A group, by the scheme `manger` and our id, or by an external id. */
const GroupReference = z
  .looseObject({ identifier: z.looseObject({ id: OutsideText, scheme: OutsideText }) })
  .meta({ id: 'AdeGroupReference' });

const Amount = z.number().nonnegative().max(99_999_999);
const Percentage = z.number().nonnegative().max(MAX_COMPONENT);

/**
 * The milk of an animal or of a group. The milk of a day is the sum of its events, of the group or, without `animalSetReference`, of the
 * farm. own: `fatPercentage` and `proteinPercentage`; without them, the day has those of the last day.
 */
export const AdeMilkAverage = z
  .looseObject({
    meta: Meta,
    averageDate: Day,
    milkYieldAvg24h: z.looseObject({ unitCode: z.enum(['KGM', 'LBR']), value: Amount }),
    animalSetReference: GroupReference.optional(),
    fatPercentage: Percentage.optional(),
    proteinPercentage: Percentage.optional(),
  })
  .meta({ id: 'AdeMilkAverage' });
export type AdeMilkAverage = z.output<typeof AdeMilkAverage>;

/** Animals that join or leave a group. */
export const AdeMovement = z
  .looseObject({ meta: Meta, eventDateTime: Instant, countObserved: Count.min(1), animalSetReference: GroupReference })
  .meta({ id: 'AdeMovement' });
export type AdeMovement = z.output<typeof AdeMovement>;

/** A weighing of a group: all weights, their sum, or their average with `countObserved`. */
export const AdeGroupWeight = z
  .looseObject({
    meta: Meta,
    eventDateTime: Instant,
    countObserved: Count.min(1).optional(),
    animalSetReference: GroupReference,
    units: z.enum(['KGM', 'GRM', 'LBR', 'TNE']).default('KGM'),
    animalWeights: z
      .array(z.looseObject({ weight: Amount.nullable() }))
      .max(10_000)
      .optional(),
    statistics: z
      .array(z.looseObject({ aggregation: z.string().max(40), value: Amount }))
      .max(20)
      .optional(),
  })
  .meta({ id: 'AdeGroupWeight' });
export type AdeGroupWeight = z.output<typeof AdeGroupWeight>;

/** Max events of one request. */
const MAX_EVENTS = 1000;
export const describeBatch = <Event extends z.ZodObject>(event: Event) => z.array(event).min(1).max(MAX_EVENTS);

/** The effect of each event, in the order of the request. `result` is own. */
export const AdeBatchResults = z.array(
  z
    .object({
      id: z.string(),
      meta: z.object({ source: z.string(), sourceId: z.string(), isDeleted: z.boolean(), modified: z.iso.datetime() }),
      messages: z.array(z.unknown()),
      result: z.enum(['created', 'updated', 'repeated']),
    })
    .meta({ id: 'AdeBatchResult' }),
);
export type AdeBatchResults = z.output<typeof AdeBatchResults>;
