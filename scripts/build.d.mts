/** What each part is made of. */
export const PARTS: Record<'client' | 'server', string[]>;
/** Whether what was built is of the sources that there are. */
export function isBuilt(part: 'client' | 'server'): boolean;
/** Builds what is stale; the most memory that a step of it took, in MB. */
export function build(parts?: readonly ('client' | 'server')[]): Promise<number>;
