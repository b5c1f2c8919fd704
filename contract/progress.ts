import { z } from 'zod';

/**
 * Media type of answers with progress, requested by `Accept`: lines of JSON, `{"done": 0.4}` from 0 to 1, and last the answer with its
 * status, `{"status": 200, "data": …}`. Without it there is one answer at the end. The bytes of a file follow the last line, which gives
 * their number: `{"status": 200, "size": 81920}`.
 */
export const IN_LINES = 'application/x-ndjson';

export const ToldLine = z.union([z.object({ done: z.number() }), z.looseObject({ status: z.int() })]).meta({ id: 'ToldLine' });
export type ToldLine = z.output<typeof ToldLine>;
