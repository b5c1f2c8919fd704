import { z } from 'zod';

export const MOST_PINS = 30;

/** A screen by its id, as `report-inout`. One that isn't there any more, or that its owner may not open here, shows nowhere. */
export const Pins = z
  .array(z.string().regex(/^[a-z0-9_-]{1,60}$/))
  .max(MOST_PINS)
  .refine((pins) => new Set(pins).size === pins.length);
export const PinsBody = z.object({ pins: Pins });
