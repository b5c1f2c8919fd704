import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRandom, writeDigiStar } from '#tests/support/scale-simulator.ts';
import { computeChecksum, readScaleLine } from './line.ts';
import { createScaleReader } from './reader.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const readKg = (text: string, driver: 'digi_star' | 'any_line' = 'digi_star') => {
  const weight = readScaleLine(text, driver);
  return typeof weight === 'string' ? weight : weight.kg;
};

test('the checksum of 123456LB SG is }', () => {
  expect(computeChecksum('123456LB SG')).toBe('}');
});

test.each([
  ['  1234KG SG', 1234],
  ['001234KG MN', 1234],
  [' 12.5 KG SG', 'unreadable'],
  ['  12.5KG SG', 12.5],
  ['   -20KG SG', -20],
  ['   100LB SG', 45.359],
  ['123456LB SG}', 55_998.7],
  ['123456LB SG|', 'checksum'],
  ['123457LB SG}', 'checksum'],
  ['999999LB ES', 'error'],
  ['999999LB ER', 'error'],
  ['999999KG SG', 'error'],
  ['   100KG ES', 'error'],
  ['456LB SG', 'unreadable'],
  ['1234567KG SG', 'unreadable'],
  ['  1 34KG SG', 'unreadable'],
  ['  1234KG SX', 'unreadable'],
  ['  1234KG S', 'unreadable'],
  ['', 'unreadable'],
])('a line "%s" of a Digi-Star is read as %s', (line, expected) => {
  expect(readKg(line)).toBe(expected);
});

test.each([
  ['ST,GS,+  1234.5kg', 1234.5],
  ['US,NT,-   20 kg', -20],
  ['N 1234 kg', 1234],
  ['01 ST 500 lb', 226.796],
  ['500 lbs', 226.796],
  ['1234,5 kg', 1234.5],
  ['1,234 kg', 'unreadable'],
  ['1 234 kg', 'unreadable'],
  ['10-12 kg', 'unreadable'],
  ['G 1500 kg N 1300 kg', 'unreadable'],
  ['12.5.1 kg', 'unreadable'],
  ['1234', 'unreadable'],
  ['kg', 'unreadable'],
  ['1234 kgs', 'unreadable'],
  ['OL 1234 kg', 'error'],
  ['99999 kg', 'error'],
  ['999999 LB ES', 'error'],
])('a line "%s" of any indicator is read as %s', (line, expected) => {
  expect(readKg(line, 'any_line')).toBe(expected);
});

test('net, gross and motion are read from the words around the number', () => {
  expect(readScaleLine('ST,NT, 12 kg', 'any_line')).toMatchObject({ basis: 'net', isMoving: false });
  expect(readScaleLine('US,GS, 12 kg', 'any_line')).toMatchObject({ basis: 'gross', isMoving: true });
  expect(readScaleLine('12 kg', 'any_line')).toMatchObject({ basis: null, isMoving: false });
  expect(readScaleLine('    12KG MN', 'digi_star')).toMatchObject({ basis: 'net', isMoving: true });
});

test('weights are read the same in all parts in which their bytes may arrive', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -9999, max: 99_999 }), { minLength: 1, maxLength: 30 }), fc.integer(), (weights, seed) => {
      const random = createRandom(seed);
      const bytes = encode(`\r\n${weights.map((one) => writeDigiStar(one, 'kg', true)).join('')}`);
      const reader = createScaleReader('digi_star');
      const read: number[] = [];
      for (let from = 0; from < bytes.length; ) {
        const until = from + 1 + Math.floor(random() * 20);
        read.push(...reader.push(bytes.slice(from, until), from).map(({ kg }) => kg));
        from = until;
      }
      expect(read).toEqual(weights.filter((one) => one !== 99_999));
    }),
  );
});

test('a line with any changed byte before its checksum is never read as another weight', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_998 }), fc.nat(10), fc.integer({ min: 0x20, max: 0x7e }), (weight, place, byte) => {
      const bytes = encode(writeDigiStar(weight, 'kg', true));
      const isSame = bytes[place] === byte;
      // The checksum keeps six of eight bits: two characters that differ by 64 are alike.
      if (!isSame && ((bytes[place] ?? 0) & 63) === (byte & 63)) return;
      bytes[place] = byte;
      const reader = createScaleReader('digi_star');
      const read = reader.push(encode('\r\n'), 0).concat(reader.push(bytes, 0));
      expect(read.map(({ kg }) => kg)).toEqual(isSame ? [weight] : []);
    }),
  );
});

test('arbitrary bytes are counted and never throw', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 20 }),
      fc.constantFrom('digi_star', 'any_line'),
      (parts, driver) => {
        const reader = createScaleReader(driver);
        const read = parts.flatMap((part, at) => reader.push(part, at));
        expect(read).toHaveLength(reader.counts.readings);
        for (const { kg } of read) expect(Math.abs(kg)).toBeLessThan(100_000);
      },
    ),
  );
});

test('the half line after a connection isn’t a weight', () => {
  const reader = createScaleReader('any_line');
  expect(reader.push(encode('34 kg\r\n1234 kg\r\n12'), 0).map(({ kg }) => kg)).toEqual([1234]);
  reader.restart();
  expect(reader.push(encode('34 kg\r\n1235 kg\r\n'), 0).map(({ kg }) => kg)).toEqual([1235]);
  expect(reader.counts).toMatchObject({ readings: 2, partial: 3 });
});

test('a line without its checksum is refused once the indicator sends checksums', () => {
  const reader = createScaleReader('digi_star');
  const text = `\r\n${writeDigiStar(1000, 'kg', true)}${writeDigiStar(100, 'kg', false)}${writeDigiStar(1001, 'kg', true)}`;
  expect(reader.push(encode(text), 0).map(({ kg }) => kg)).toEqual([1000, 1001]);
  expect(reader.counts).toMatchObject({ checksum: 1 });
});

test('another unit or basis is counted and not read until it is accepted', () => {
  const reader = createScaleReader('any_line');
  expect(reader.push(encode('\r\n100 kg G\r\n220 lb G\r\n100 kg N\r\n'), 0)).toHaveLength(1);
  expect([reader.counts.changed, reader.readFault()]).toEqual([2, 'changed']);
  reader.acceptUnit();
  expect(reader.push(encode('220 lb G\r\n'), 0)).toMatchObject([{ kg: 99.79 }]);
  expect(reader.readFault()).toBeNull();
});

test('noise longer than a line is dropped up to the next line', () => {
  const reader = createScaleReader('any_line');
  expect(reader.push(encode(`\r\n${'x'.repeat(500)}100 kg\r\n101 kg\r\n`), 0).map(({ kg }) => kg)).toEqual([101]);
});
