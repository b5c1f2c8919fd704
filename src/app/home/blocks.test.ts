import { expect, test } from 'vitest';
import { ACCESS_PRESETS } from '#contract/access-presets.ts';
import { allowsAny, type Rights, rightsOf } from '#contract/rights.ts';
import { blocksFor, boardsFor, findRole } from './blocks.ts';

const MODULES = ['manger', 'animalfeed'] as const;
const access = (rights: Rights) => ({ canAny: (needs: Parameters<typeof allowsAny>[1]) => allowsAny(rights, needs) });
const idsOf = (rights: Rights, farms = 2) => blocksFor(access(rights), farms).map(({ id }) => id);
const boards = (rights: Rights) => boardsFor(access(rights)).map(({ id }) => id);

test('everybody begins with what they mostly do', () => {
  expect(idsOf(rightsOf('client', false, MODULES)).slice(0, 4)).toEqual(['trends', 'cost', 'signals', 'wrong']);
  // Of one farm there is nothing to set it beside.
  expect(idsOf(rightsOf('client', false, MODULES), 1)).not.toContain('farms');
  expect(idsOf(ACCESS_PRESETS.manager).slice(0, 3)).toEqual(['today', 'signals', 'wrong']);
  expect(idsOf(ACCESS_PRESETS.accountant)[0]).toBe('month');
  expect(idsOf({ 'manger.delivery': 'va', 'manger.ingredient': 'v', 'manger.stock': 'v' })).toEqual(['stock']);
  // Who counts is told when.
  expect(idsOf({ 'manger.ingredient': 'v', 'manger.stock': 'vc', 'manger.dashboard': 'v' }).slice(0, 3)).toEqual([
    'stock',
    'counts',
    'wrong',
  ]);
  expect(idsOf(rightsOf('consultant', false, MODULES)).slice(0, 3)).toEqual(['trends', 'cost', 'signals']);
});

test('nobody has a block that their rights do not open', () => {
  expect(idsOf(ACCESS_PRESETS.feeder)).toEqual(['next', 'today']);
  expect(idsOf({})).toEqual([]);
  expect(idsOf({ 'manger.dashboard': 'v' })).toEqual(['trends', 'cost', 'signals', 'wrong', 'farms', 'intakes']);
  // Compound feed alone has no feedings, and so no cost of them.
  expect(idsOf(rightsOf('client', false, ['animalfeed']))).toEqual(['stock', 'counts']);
});

test('who looks after clients has them on a board, who runs the installation has the list', () => {
  expect(boards(rightsOf('consultant', false, MODULES))).toEqual(['board']);
  expect(boards(rightsOf('staff', false, MODULES))).toEqual(['board']);
  expect(boards(rightsOf('admin', true, MODULES))).toEqual([]);
});

test('a person’s board follows from what the person may change', () => {
  const role = (rights: Rights) => findRole(access(rights));
  expect(role(rightsOf('client', false, MODULES))).toBe('owner');
  expect(role(ACCESS_PRESETS.manager)).toBe('zootechnician');
  expect(role(ACCESS_PRESETS.accountant)).toBe('accountant');
  expect(role({ 'manger.delivery': 'va', 'manger.stock': 'vc', 'manger.inout': 'v' })).toBe('storekeeper');
  // The home of a feeder is the next load and the day.
  expect(role(ACCESS_PRESETS.feeder)).toBeNull();
  expect(role({ 'manger.dashboard': 'v' })).toBe('owner');
  // Without the right to any figure of the board.
  expect(role({ 'manger.filters': 'v' })).toBeNull();
});
