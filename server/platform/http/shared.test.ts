import { describe, expect } from 'vitest';
import type { Caller } from '#tests/support/api.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { test } from '#tests/support/test.ts';
import { sharing } from './shared.ts';

describe('equal concurrent requests', () => {
  /** Returns the number of calls, when released. */
  const slow = () => {
    let made = 0;
    const waiting: (() => void)[] = [];
    const answerLater = () => {
      made += 1;
      const answer = made;
      return new Promise<number>((resolve) => waiting.push(() => resolve(answer)));
    };
    return { make: answerLater, finish: () => waiting.shift()?.() };
  };

  test('share the next answer, which begins after the running one', async () => {
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

  test('don’t wait for requests about something else', async () => {
    const share = sharing<number>();
    const { make, finish } = slow();
    const one = share('one', make);
    const other = share('other', make);
    finish();
    finish();
    expect(await Promise.all([one, other])).toEqual([1, 2]);
  });

  test('repeat a failed request instead of sharing its failure', async () => {
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

  test('shows each screen the plan as of its request', async () => {
    const { owner } = farm.client;
    for (let planned = 1; planned <= 3; planned += 1) {
      const before = Array.from({ length: 20 }, () => plan(owner));
      await makeSchedule(farm, DAY);
      const after = Array.from({ length: 20 }, () => plan(owner));
      expect((await Promise.all(after)).map(({ count }) => count)).toEqual(Array(20).fill(planned));
      await Promise.all(before);
    }
  });

  test('shows each person the own rights', async ({ api }) => {
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
