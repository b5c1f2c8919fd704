import { z } from 'zod';

/** This installation: its version, and how its users reach the operator (empty = not given). */
export const About = z.object({ version: z.string(), support: z.string() }).meta({ id: 'About' });
export type About = z.infer<typeof About>;
