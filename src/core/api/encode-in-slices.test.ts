import { expect, test } from 'vitest';
import { encodeInSlices } from './encode-in-slices.ts';

test('a long text keeps its bytes, also if a pair of surrogates crosses the end of a slice', async () => {
  for (const before of [199_998, 199_999, 200_000]) {
    const text = `${'Ї'.repeat(before)}🐄${'x'.repeat(250_000)}`;
    expect(Buffer.from(await encodeInSlices(text)).equals(Buffer.from(text))).toBe(true);
  }
  expect([...(await encodeInSlices('Їжа'))]).toEqual([...Buffer.from('Їжа')]);
  expect(await encodeInSlices('')).toHaveLength(0);
});
