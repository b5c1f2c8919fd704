import { expect, test } from 'vitest';
import { createLateness } from './lateness.ts';

test('the server counts as overloaded from the first late reading until five seconds without one', () => {
  let [delay, now] = [11, 0];
  const { look, isBehind } = createLateness({ delay: () => delay, now: () => now });
  look();
  expect(isBehind()).toBe(false);
  delay = 60;
  expect(isBehind()).toBe(false);
  look();
  expect(isBehind()).toBe(true);
  [delay, now] = [11, 4999];
  look();
  expect(isBehind()).toBe(true);
  now = 5000;
  look();
  expect(isBehind()).toBe(false);
});
