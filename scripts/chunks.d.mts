/** Groups for rolldown's `codeSplitting`. */
export const chunkGroups: { name: string; test: RegExp | ((id: string) => boolean) }[];
