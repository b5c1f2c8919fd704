/** A change of a file's text: `to` takes the place of what lies between the offsets. `line` counts from 1. */
export interface Mutation {
  start: number;
  end: number;
  to: string;
  line: number;
}
/** Every mutation of a file's text; `file` is its path from the root, which decides whether it is code of a screen. */
export function findMutations(text: string, file: string): Mutation[];
