import { describe, expect } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';
import { sharing } from './shared.ts';

describe('who asks the same', () => {
  /** Answers with how often it was asked, when told to. */
  const slow = () => {
    let made = 0;
    const waiting: (() => void)[] = [];
    const make = () => {
      made += 1;
      const answer = made;
      return new Promise<number>((resolve) => waiting.push(() => resolve(answer)));
    };
    return { make, finish: () => waiting.shift()?.() };
  };

  test('while an answer is made shares the next, which begins after it', async () => {
    const share = sharing<number>();
    const { make, finish } = slow();
    const first = share('plan', make);
    const others = [share('plan', make), share('plan', make)];
    finish();
    expect(await first).toBe(1);
    const late = share('plan', make);
    finish();
    expect(await Promise.all(others)).toEqual([2, 2]);
    finish();
    expect(await late).toBe(3);
  });

  test('about something else doesn’t wait', async () => {
    const share = sharing<number>();
    const { make, finish } = slow();
    const one = share('one', make);
    const other = share('other', make);
    finish();
    finish();
    expect(await Promise.all([one, other])).toEqual([1, 2]);
  });

  test('isn’t told of another’s failure, but asks again', async () => {
    const share = sharing<number>();
    const failing = share('plan', () => Promise.reject(new Error('gone')));
    const next = share('plan', async () => 2);
    await expect(failing).rejects.toThrow('gone');
    expect(await next).toBe(2);
  });
});

describe('a plan that many screens follow', () => {
  let farm: ReadyFarm;
  const DAY = '2026-03-02';
  test.beforeAll(({ farm: ready }) => {
    farm = ready;
  });
  const plan = (caller: Caller, inside = '') => caller.get(`${inside}schedule/schedules/?planned_on=${DAY}`);

  test('shows each of them what was planned before it asked', async () => {
    const { owner } = farm.client;
    for (let planned = 1; planned <= 3; planned += 1) {
      const before = Array.from({ length: 20 }, () => plan(owner));
      await makeSchedule(farm, DAY);
      const after = Array.from({ length: 20 }, () => plan(owner));
      expect((await Promise.all(after)).map(({ count }) => count)).toEqual(Array(20).fill(planned));
      await Promise.all(before);
    }
  });

  test('shows each of them what they may do', async ({ api }) => {
    const consultant = await makeAccount(api, { user_type: 'consultant', clients: [farm.client.id] });
    const stranger = await makeAccount(api, { user_type: 'consultant' });
    const inside = `dashboard/clients/${farm.client.id}/`;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => [plan(farm.client.owner), plan(consultant.caller, inside), plan(stranger.caller, inside)]).flat(),
    );
    expect(answers.map(({ status, data }) => (status === 200 ? data[0].abilities.change : status))).toEqual(
      Array(5).fill([true, false, 404]).flat(),
    );
  });
});
