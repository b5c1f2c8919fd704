import type { TFunction } from 'i18next';
import type { TextKey } from './text-keys.gen.ts';

/** The ends of the keys that begin with a group: `Under<'core:status'>` is `'loaded' | 'waited' | …`. */
export type Under<Group extends string> = { [Key in TextKey]: Key extends `${Group}.${infer Rest}` ? Rest : never }[TextKey];

/** A key that a report's definition or answer names. `server/reports/registry.test.ts` checks that its text exists. */
export const definedKey = (key: string): TextKey => key as TextKey;

type CodeKey<Group extends string> = Group extends string ? `${Group}.${Under<Group>}` : never;
/** A missing group has no codes, so that using one doesn't compile. */
type Code<Group extends string> = [CodeKey<Group>] extends [never] ? never : unknown;

/**
 * The key of a code that comes with data. `tests/text-codes.test.ts` lists the codes of each such group and checks that each has a text.
 */
export const codeKey = <Group extends string>(group: Group, code: Code<Group>) => `${group}.${code}` as CodeKey<Group>;

/** Reads texts by key from elsewhere than the dictionary: a paper has texts of its own. */
export const toDictionary = (read: (key: string, values?: Readonly<Record<string, unknown>>) => string): TFunction => read as TFunction;
