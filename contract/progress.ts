import { z } from 'zod';

/**
 * The type of answer that tells how far long work is. Asked for in `Accept`, it comes as lines of JSON: `{"done": 0.4}` from 0 to 1 while it
 * goes on, and last the answer itself with the status that it would have had: `{"status": 200, "data": …}`. Without it there is one answer, in the end.
 * Where the answer is a file, its bytes follow the last line, which tells how many they are: `{"status": 200, "size": 81920}`.
 */
export const IN_LINES = 'application/x-ndjson';

export const ToldLine = z.union([z.object({ done: z.number() }), z.looseObject({ status: z.int() })]).meta({ id: 'ToldLine' });
export type ToldLine = z.output<typeof ToldLine>;
