import { expect, test } from 'vitest';
import { cacheMegabytes } from './embedded-cluster.ts';

const GB = 2 ** 30;

test('the database keeps a thirty-second part of the memory at hand, within bounds', () => {
  expect([0.5, 1, 2, 4, 8, 16, 256].map((gigabytes) => cacheMegabytes(gigabytes * GB))).toEqual([64, 64, 64, 128, 256, 512, 512]);
});
