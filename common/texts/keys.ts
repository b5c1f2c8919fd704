import type { TextKey } from './text-keys.gen.ts';

/** How the keys go on that begin so: `Under<'core:status'>` is `'loaded' | 'waited' | …`. */
export type Under<Group extends string> = { [Key in TextKey]: Key extends `${Group}.${infer Rest}` ? Rest : never }[TextKey];

/** A key that a report's definition names, or its answer by it: `server/reports/registry.test.ts` holds that its text is there. */
export const definedKey = (key: string): TextKey => key as TextKey;

type CodeKey<Group extends string> = Group extends string ? `${Group}.${Under<Group>}` : never;
/** Nothing is a code of a group that isn't there. */
type Code<Group extends string> = [CodeKey<Group>] extends [never] ? never : unknown;

/** The text of a code that comes with data. `tests/text-codes.test.ts` has the codes of each group that is asked for so, and holds that each has its text. */
export const codeKey = <Group extends string>(group: Group, code: Code<Group>) => `${group}.${code}` as CodeKey<Group>;
