import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, startApi, type TestApi } from '../../../tests/support/api.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '../../../tests/support/feeding.ts';
import { brokenRollUps } from '../../../tests/support/roll-ups.ts';

const TODAY = '2026-03-10';
let api: TestApi;
let farm: ReadyFarm;

beforeAll(async () => {
  api = await startApi();
  api.setNow(`${TODAY}T10:00:00Z`);
  farm = await makeReadyFarm(api);
});
afterAll(() => api.close());

const weight = fc.integer({ min: 0, max: 4_000_000 }).map((grams) => grams / 1000);
const words = fc.dictionary(fc.constantFrom('0', '1', '2'), weight);
const request = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: fc.constant('load' as const), status: fc.constantFrom('in_process', 'loaded'), words }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('upload' as const), status: fc.constantFrom('out_process', 'uploaded'), words }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('reset' as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('ignore' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('plan' as const), perHead: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('again' as const) }) },
);
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never;

const path = 'schedule/schedules/';

async function send(id: number, request: Exclude<Request, { what: 'again' }>): Promise<Answer> {
  const { owner } = farm.client;
  const parts = (ids: number[], key: string, said: Record<string, number>) =>
    Object.entries(said).flatMap(([index, weight_fact]) => (ids[Number(index)] ? [{ [key]: ids[Number(index)], weight_fact }] : []));
  switch (request.what) {
    case 'load': {
      const items = parts([farm.silage, farm.hay, farm.meal], 'ingredient', request.words);
      return owner.put(`${path}${id}/load/`, { status: request.status, items });
    }
    case 'upload': {
      const groups = parts([farm.cowsGroup, farm.heifers], 'group', request.words);
      return owner.put(`${path}${id}/upload/`, { status: request.status, groups });
    }
    case 'reset':
      return owner.post(`${path}${id}/reset/`, { reason: 'tried' });
    case 'ignore':
      return owner.put(`${path}${id}/`, { ignore_in_reports: request.on });
    case 'plan':
      return owner.put(`${path}${id}/`, {
        groups: [
          { group: farm.cowsGroup, weight_per_head: request.perHead },
          { group: farm.heifers, weight_per_head: 1 },
        ],
      });
  }
}

/** What must hold whatever has happened: each query gives the rows that break it. */
async function broken(): Promise<unknown[]> {
  const rules = [
    sql`select 'ledger = facts' as rule, s.id from schedule s
      where -coalesce((select sum(l.kg) from ledger l where l.schedule_id = s.id), 0)
        is distinct from (case when s.status in ('loaded', 'out_process', 'uploaded') then
          (select sum(i.weight_fact) from schedule_ingredient i where i.schedule_id = s.id) else 0 end)`,
    sql`select 'sheet = facts' as rule, s.id from schedule s
      where s.weight_fact is distinct from (case when s.status in ('loaded', 'out_process', 'uploaded') then
          (select sum(i.weight_fact) from schedule_ingredient i where i.schedule_id = s.id) end)
        or s.weight_unloaded is distinct from (case when s.status = 'uploaded' then
          (select sum(g.weight_fact) from schedule_group g where g.schedule_id = s.id) end)`,
    sql`select 'counted' as rule, s.id from schedule s join schedule_ingredient i on i.schedule_id = s.id
      where i.counted is distinct from (s.status in ('loaded', 'out_process', 'uploaded') and not s.ignore_in_reports)`,
    sql`select 'groups counted' as rule, s.id from schedule s join schedule_group g on g.schedule_id = s.id
      where g.counted is distinct from (s.status = 'uploaded' and not s.ignore_in_reports)`,
    sql`select 'rest = ledger' as rule, i.id from ingredient i
      where i.rest <> coalesce((select sum(l.kg) from ledger l where l.ingredient_id = i.id), 0)`,
    sql`select 'parts = plan' as rule, s.id from schedule s
      where s.fresh_weight <> (select sum(i.weight_plan) from schedule_ingredient i where i.schedule_id = s.id)
        or s.weight_plan <> (select sum(g.weight_plan) from schedule_group g where g.schedule_id = s.id)`,
  ];
  const db = api.database.forClient(farm.client.id);
  return (await Promise.all([brokenRollUps(db), ...rules.map(async (rule) => (await rule.execute(db)).rows)])).flat();
}

it('keeps ledger, facts, roll-up and stock together whatever is asked in whatever order', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 4, maxLength: 14 }), async (requests) => {
      const { id } = await makeSchedule(farm, TODAY);
      let last: Exclude<Request, { what: 'again' }> | undefined;
      for (const one of requests) {
        const asked = one.what === 'again' ? last : one;
        if (!asked) continue;
        const answer = await send(id, asked);
        expect([200, 409]).toContain(answer.status);
        seen.add(`${asked.what} ${answer.status}`);
        if (one.what === 'again' && (asked.what === 'load' || asked.what === 'upload')) {
          // What was taken is taken again as the same; what was refused stays refused.
          const row = (await farm.client.owner.get(`${path}${id}/`)).data;
          const more = await send(id, asked);
          if (more.status === 200) expect(more.data).toEqual(row);
        }
        last = asked;
      }
      expect(await broken()).toEqual([]);
    }),
    { numRuns: 40 },
  );
  // Both kinds of answer were met, or the requests above would prove nothing.
  for (const met of ['load 200', 'load 409', 'upload 200', 'upload 409', 'reset 200']) expect(seen).toContain(met);
}, 120_000);
