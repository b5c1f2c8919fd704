/** What each part is made of. */
export const PARTS: Record<'client' | 'server', string[]>;
/** Builds what is stale; the most memory that a step of it took, in MB. */
export function build(parts?: readonly ('client' | 'server')[]): Promise<number>;
