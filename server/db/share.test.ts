import { expect, test } from 'vitest';
import { createShare } from './share.ts';

test('lets a limited number in, and the others in order of arrival', async () => {
  const share = createShare(2, 1000);
  const told: string[] = [];
  const [first, second] = [await share.enter(), await share.enter()];
  const third = share.enter().then((leave) => {
    told.push('third');
    return leave;
  });
  const fourth = share.enter().then((leave) => {
    told.push('fourth');
    return leave;
  });
  await new Promise(setImmediate);
  expect([told, share.waiting()]).toEqual([[], 2]);
  first();
  // Leaving twice frees one place only.
  first();
  await third;
  await new Promise(setImmediate);
  expect(told).toEqual(['third']);
  second();
  (await fourth)();
  (await third)();
  expect([told, share.waiting()]).toEqual([['third', 'fourth'], 0]);
});

test('a request that waits too long fails and takes no place', async () => {
  const share = createShare(1, 10);
  const leave = await share.enter();
  await expect(share.enter()).rejects.toThrow('timeout exceeded when trying to connect');
  expect(share.waiting()).toBe(0);
  leave();
  expect(await share.enter()).toBeTypeOf('function');
});
