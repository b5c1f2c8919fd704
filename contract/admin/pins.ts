import { z } from 'zod';

export const MAX_PINS = 30;

/** Ids of screens, for example `report-inout`. Screens that don't exist, or aren't permitted here, are hidden. */
export const Pins = z
  .array(z.string().regex(/^[a-z0-9_-]{1,60}$/))
  .max(MAX_PINS)
  .refine((pins) => new Set(pins).size === pins.length);
export const PinsBody = z.object({ pins: Pins });
