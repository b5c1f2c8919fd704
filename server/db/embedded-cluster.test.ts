import { expect, test } from 'vitest';
import { cacheMegabytes } from './embedded-cluster.ts';

const GB = 2 ** 30;

test('the database uses 1/32 of the memory as cache, within limits', () => {
  expect([0.5, 1, 2, 4, 8, 16, 256].map((gigabytes) => cacheMegabytes(gigabytes * GB))).toEqual([64, 64, 64, 128, 256, 512, 512]);
});
