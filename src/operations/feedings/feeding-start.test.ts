import { expect, test } from 'vitest';
import { followRation, startFeeding } from './feeding.ts';

const ration = { id: 7, kg_per_head: 25 };
const choices = { rations: [ration], mixers: [{ id: 3 }], groups: [{ id: 5 }] };

test('a new feeding has the only ration, mixer and group, with the ration’s kilograms per head', () => {
  expect(startFeeding(choices)).toMatchObject({ ration: 7, mixer: 3, groups: [{ group: 5, weight_per_head: 25 }] });
});

test('a new feeding chooses nothing among several', () => {
  const two = [{ id: 1 }, { id: 2 }];
  const several = { rations: [ration, { id: 8, kg_per_head: null }], mixers: two, groups: two };
  expect(startFeeding(several)).toMatchObject({ ration: null, mixer: null, groups: [] });
});

test('another ration changes the weights that nobody typed', () => {
  const typed = { group: 2, weight_per_head: 31 };
  const stored = { group: 3, weight_per_head: 25, typedFor: { ration: 7, weight_per_head: 25, ration_size: 1 } };
  const groups = [{ group: 1, weight_per_head: 25 }, typed, stored, { group: 4, weight_per_head: null }];
  const after = followRation(groups, ration, { kg_per_head: 40 });
  expect(after.map(({ weight_per_head }) => weight_per_head)).toEqual([40, 31, 25, 40]);
  // A ration in percent has no kilograms per head, so the weights stay.
  expect(followRation(groups, ration, { kg_per_head: null }).map(({ weight_per_head }) => weight_per_head)).toEqual([25, 31, 25, null]);
});
