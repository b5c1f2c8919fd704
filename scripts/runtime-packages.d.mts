/** The packages that the built server takes as they are. */
export const RUNTIME_PACKAGES: string[];
/** The folders under node_modules of what the built server needs on this machine, with all that those need. */
export function runtimeFolders(): string[];
