/** What of the repository goes along, beside what is built. */
export const CONTENT: string[];
/** Makes the folder of a release; `dist` is what was built. Returns its size in bytes. */
export function makeRelease(folder: string, dist?: string): number;
