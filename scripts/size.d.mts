/** Each page with its limit and the scripts that it loads, as paths from the root. */
export function pagesOfBuild(): { name: string; limit: string; files: string[] }[];
export function writeSizeLimit(): void;
