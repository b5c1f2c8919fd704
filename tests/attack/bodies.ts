import fc from 'fast-check';
import type { Schema } from './routes.ts';

/** The id for a field; undefined for any. */
export type IdFor = (field: string) => number | undefined;

const DAYS = ['2026-03-10', '2026-03-01', '2025-12-31', '1900-01-01', '2999-12-31'];
const INSTANTS = DAYS.map((day) => `${day}T06:30:00+02:00`);
/** Words that match most patterns. */
const WORDS = [
  'Morning',
  '06:30',
  '2026-03',
  '2026-03-10',
  '+380501234567',
  'a@farm.example',
  '1',
  'UAH',
  'Feed the herd at dawn',
  '#aabbcc',
];

interface Filling {
  idFor: IdFor;
  /** All fields present, and null only if required. */
  whole?: boolean;
}

/** Mostly valid values. Texts for unknown patterns are a guess. */
export function validOf(schema: Schema, filling: Filling, field = ''): fc.Arbitrary<unknown> {
  const { idFor, whole } = filling;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf;
  if (either?.[0]) return whole ? validOf(either[0], filling, field) : fc.oneof(...either.map((each) => validOf(each, filling, field)));
  if (schema.allOf?.[0]) return validOf(schema.allOf[0], filling, field);
  switch (schema.type) {
    case 'object': {
      const model = Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, validOf(part, filling, name)]));
      return whole ? fc.record(model) : fc.record(model, { requiredKeys: schema.required ?? [] });
    }
    case 'array':
      return generateList(schema, filling, field);
    case 'integer':
      return schema.maximum === 2_147_483_647 && field !== 'version' ? fc.constant(idFor(field) ?? 1) : generateNumber(schema, true);
    case 'number':
      return generateNumber(schema, false);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return generateText(schema, idFor(field));
    default:
      return fc.oneof(fc.constant({}), fc.constant('x'));
  }
}

function generateList({ items = {}, minItems = 0, maxItems = 2 }: Schema, filling: Filling, field: string): fc.Arbitrary<unknown[]> {
  const minLength = Math.max(minItems, filling.whole ? 1 : 0);
  return fc.array(validOf(items, filling, field), { minLength, maxLength: Math.max(minLength, Math.min(maxItems, filling.whole ? 1 : 2)) });
}

function generateNumber({ minimum, exclusiveMinimum, maximum }: Schema, whole: boolean): fc.Arbitrary<number> {
  const least = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1);
  const most = Math.min(maximum ?? 1000, 99_999_999);
  const within = [least, 1, 5, 40, 100, 1000, most, ...(whole ? [] : [0.5, 12.25])].filter((value) => value >= least && value <= most);
  return within.length > 0 ? fc.constantFrom(...within) : fc.constant(least);
}

function generateText({ format, pattern, minLength = 0, maxLength = 60 }: Schema, id: number | undefined): fc.Arbitrary<string> {
  if (format === 'date') return fc.constantFrom(...DAYS);
  if (format === 'date-time') return fc.constantFrom(...INSTANTS);
  // A list of ids in a query is a text.
  if (id !== undefined) return fc.constant(String(id));
  const fits = (word: string) => word.length >= minLength && word.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(word));
  const words = WORDS.filter(fits);
  if (pattern) return words.length > 0 ? fc.constantFrom(...words) : fc.constant('x');
  return fc.oneof(
    fc.constantFrom(...(words.length > 0 ? words : ['x'.repeat(minLength)])),
    fc.uuid().map((text) => text.slice(0, maxLength)),
  );
}
