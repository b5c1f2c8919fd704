export const OPERATIONS: readonly string[];
export function reduceDocument(document: object): object;
