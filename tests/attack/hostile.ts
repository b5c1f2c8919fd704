import fc from 'fast-check';

const deep = (depth: number, inner: unknown): unknown => (depth === 0 ? inner : deep(depth - 1, depth % 2 === 0 ? [inner] : { a: inner }));
const makeList = (length: number) => Array.from({ length }, (_, index) => index + 1);

const HARD_WORDS = `
  % _ \\ ' ";-- $(x) {{x}} <script> =1+1 ../.. %00 null undefined true __proto__ constructor toString hasOwnProperty all id -id - --id
  0000-00-00 2026-02-30 9999-12-31 -000001-01-01 275760-09-13 0001-01-01 1899-12-31 3000-01-01 2026-1-1 24:00 23:59:60 Etc/GMT+99
  2026-13-01T00:00:00Z 0001-01-01T00:00:00+23:59 1900-01-01T00:00:00+23:59 2999-12-31T23:59:59-23:59 2026-06-30T23:59:60Z 2026-03-29T03:30:00
  -1 0 00 1e3 0x10 1,2 1,,2 , -1,null Infinity NaN 1e400 2147483647 2147483648 9223372036854775808 99999999999999999999`;
/** NUL, half characters, characters that turn the direction, and characters that grow with their case. */
const HARD_SIGNS = ['', ' ', '\0', 'a\0b', '\ud800', 'x\udc00y', '\u202e\u0000', '\ufffe', '\u{10ffff}', 'ß', 'İ', 'Europe/Kyiv\0'];
const HARD_TEXTS = [
  ...HARD_WORDS.trim().split(/\s+/),
  ...HARD_SIGNS,
  "'; drop table farm; --",
  'e\u0301'.repeat(200),
  '😀'.repeat(400),
  'x'.repeat(301),
  'x'.repeat(40_000),
];
const SMALL = [null, true, false, 0, -1, 1, 1.5, 0.1 + 0.2, 1e-7, 1e-320];
const LARGE = [99_999_999, 99_999_999.999, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 2 ** 63, 1e21, 1e308, -1e308];
const NESTED = [[], {}, [[]], [null], [{}], deep(40, 1), deep(90, 1), deep(500, 1), makeList(600), makeList(2000)];
const PRETENDING = [
  { id: 1 },
  { length: 3 },
  { toString: 1 },
  { constructor: { prototype: {} } },
  { toJSON: 'x' },
  JSON.parse('{"__proto__":{"a":1}}'),
];
const HARD_VALUES: unknown[] = [...SMALL, ...LARGE, ...NESTED, ...PRETENDING];

/** Values that no client should send. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: fc.constantFrom(...HARD_TEXTS), weight: 4 },
  { arbitrary: fc.constantFrom(...HARD_VALUES), weight: 3 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 30 }), weight: 1 },
  { arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }), weight: 1 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>, weight: 1 },
);
export const hostileText: fc.Arbitrary<string> = fc.oneof(fc.constantFrom(...HARD_TEXTS), fc.string({ unit: 'binary', maxLength: 30 }));

type Holder = Record<string | number, unknown>;
/** All places of a value: the holder and the key. */
function listPlaces(value: unknown, into: [Holder, string | number][] = []): [Holder, string | number][] {
  if (typeof value !== 'object' || value === null) return into;
  for (const key of Object.keys(value)) {
    into.push([value as Holder, key]);
    listPlaces((value as Holder)[key], into);
  }
  return into;
}

const WAYS = ['replace', 'remove', 'wrap', 'many', 'name'] as const;
const change = fc.record({
  at: fc.nat(),
  way: fc.constantFrom('replace', 'replace', 'replace', 'replace', ...WAYS),
  value: hostile,
  name: fc.oneof(fc.constantFrom('__proto__', 'constructor', '\ud800', '\0', ''), fc.string({ maxLength: 5 })),
});

/** A body as sent: a valid one with one or two damaged places, or no JSON at all. */
export const spoilt = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<string> =>
  fc.oneof(
    {
      arbitrary: fc.tuple(valid, fc.array(change, { minLength: 1, maxLength: 2 })).map(([value, changes]) => changed(value, changes)),
      weight: 12,
    },
    { arbitrary: hostile.map((value) => JSON.stringify(value)), weight: 1 },
    { arbitrary: fc.tuple(valid, fc.nat(400)).map(([value, at]) => JSON.stringify(value).slice(0, at)), weight: 1 },
    {
      arbitrary: fc.constantFrom(
        '',
        '[',
        '{"a":',
        '[[[['.repeat(900),
        '{"a":'.repeat(500),
        '\ufeff{}',
        '{"a":1,"a":2}',
        'null',
        '1e999',
        '{"__proto__":1}',
      ),
      weight: 1,
    },
  );

function changed(valid: unknown, changes: readonly { at: number; way: (typeof WAYS)[number]; value: unknown; name: string }[]): string {
  const value = structuredClone(valid);
  for (const { at, way, value: hard, name } of changes) {
    // A copy, because the next change may go into it.
    const worse = structuredClone(hard);
    const places = listPlaces(value);
    const [holder, key] = places[at % Math.max(1, places.length)] ?? [];
    if (!holder || key === undefined) continue;
    if (way === 'replace') holder[key] = worse;
    else if (way === 'remove') delete holder[key];
    else if (way === 'wrap') holder[key] = [holder[key]];
    else if (way === 'many') holder[key] = Array.from({ length: 300 }, () => holder[key]);
    else
      Object.defineProperty(holder, Array.isArray(holder) ? '9' : name, {
        value: worse,
        enumerable: true,
        writable: true,
        configurable: true,
      });
  }
  return JSON.stringify(value) ?? '';
}
