/** What each part is made of. */
export const PARTS: Record<'client' | 'server', string[]>;
