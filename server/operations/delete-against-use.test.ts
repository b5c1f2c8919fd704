import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import type { Table } from '#server/platform/resource/table.ts';
import { deleteRaces } from '#tests/support/delete-races.ts';
import type { ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';

const TODAY = '2026-04-10';
const ROUNDS = 12;

let farm: ReadyFarm;

test.override('now', `${TODAY}T07:00:00Z`);
test.beforeAll(({ farm: ready }) => {
  farm = ready;
});

const owner = () => farm.client.owner;
const RACES = deleteRaces(() => farm, TODAY);
const modules = Object.values(import.meta.glob<Record<string, Table>>('./*/table.ts', { eager: true }));
const kinds = modules.flatMap((module) => Object.values(module)).filter(({ remove, uses }) => remove === 'soft' && uses !== undefined);

test('every kind that is deleted softly and may be in use is raced for', () => {
  expect(Object.keys(RACES).toSorted()).toEqual([...new Set(kinds.map(({ table }) => table))].toSorted());
});

describe.each(Object.entries(RACES))('deleting one of %s', (_, { path, by }) => {
  test.each(Object.entries(by))('or using it in %s: exactly one of the two', async (_, prepare) => {
    const outcomes: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, use } = await prepare();
      // Each on a connection of its own; the delete falls into another moment of the use each round.
      const [used, removed] = await Promise.all([use(), sleep(round).then(() => owner().delete(`${path}/${id}/`))]);
      const isUsed = used.status < 300;
      outcomes.push(removed.status === 204 ? `gone, use ${used.status}` : `stays ${removed.status}, used ${isUsed}`);
    }
    expect([...new Set(outcomes)].filter((outcome) => !['gone, use 400', 'stays 409, used true'].includes(outcome))).toEqual([]);
  });
});
