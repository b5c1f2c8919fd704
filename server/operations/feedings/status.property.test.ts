import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { rollUpDueDays } from '#server/reports/kit/day-roll-ups.ts';
import { type Answer, type Caller, callerOf, type TestApi } from '#tests/support/api.ts';
import { countRuns } from '#tests/support/count-runs.ts';
import { makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { brokenRollUps } from '#tests/support/roll-ups.ts';
import { test as base } from '#tests/support/test.ts';

const TODAY = '2026-03-10';
let terminal: Caller;

const test = base.override({ now: `${TODAY}T10:00:00Z` });
test.beforeAll(async ({ api, farm }) => {
  const { data } = await farm.client.owner.post('manager/keys/', { farm: farm.farm, name: 'Terminal' });
  terminal = callerOf(api.app, data.secret, 'Key');
});

const weight = fc
  .oneof(
    { weight: 5, arbitrary: fc.integer({ min: 0, max: 3_300_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 40_000_000 }) },
  )
  .map((grams) => grams / 1000);
const by = fc.constantFrom('person' as const, 'terminal' as const);
const words = fc.dictionary(fc.constantFrom('0', '1', '2'), weight);
const request = fc.oneof(
  { weight: 8, arbitrary: fc.record({ what: fc.constant('forward' as const), by, words }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('load' as const), by, status: fc.constantFrom('in_process', 'loaded'), words }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('upload' as const), by, status: fc.constantFrom('out_process', 'uploaded'), words }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('correct' as const), items: words, groups: words }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('confirm' as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('reset' as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('ignore' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('plan' as const), perHead: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('again' as const) }) },
);
type Request = typeof request extends fc.Arbitrary<infer T> ? T : never;

const path = 'schedule/schedules/';

/** The next report of a schedule in each status; after the end only the same report. */
const NEXT = {
  waited: { what: 'load', status: 'in_process' },
  in_process: { what: 'load', status: 'loaded' },
  loaded: { what: 'upload', status: 'out_process' },
  out_process: { what: 'upload', status: 'uploaded' },
  uploaded: { what: 'upload', status: 'uploaded' },
} as const;

async function send(farm: ReadyFarm, id: number, request: Exclude<Request, { what: 'again' }>): Promise<Answer<ScheduleRow>> {
  const { owner } = farm.client;
  const caller = 'by' in request && request.by === 'terminal' ? terminal : owner;
  const itemIds = [farm.silage, farm.hay, farm.meal];
  const groupIds = [farm.cowsGroup, farm.heifers];
  const parts = (ids: number[], key: string, said: Record<string, number>) =>
    Object.entries(said).flatMap(([index, weight_fact]) => (ids[Number(index)] ? [{ [key]: ids[Number(index)], weight_fact }] : []));
  switch (request.what) {
    case 'forward': {
      const { data } = await owner.get(`${path}${id}/`);
      return send(farm, id, { ...request, ...NEXT[data.status as keyof typeof NEXT] });
    }
    case 'load': {
      const items = parts(itemIds, 'ingredient', request.words);
      return caller.put(`${path}${id}/load/`, { status: request.status, items });
    }
    case 'upload': {
      const groups = parts(groupIds, 'group', request.words);
      return caller.put(`${path}${id}/upload/`, { status: request.status, groups });
    }
    case 'correct': {
      const items = parts(itemIds, 'ingredient', request.items);
      return owner.put(`${path}${id}/weighings/`, { reason: 'tried', items, groups: parts(groupIds, 'group', request.groups) });
    }
    case 'confirm': {
      const { data } = await owner.get(`${path}${id}/`);
      const waiting = <T extends { implausible: boolean }>(list: T[]) => list.filter(({ implausible }) => implausible);
      return owner.put(`${path}${id}/weighings/`, { reason: 'seen', items: waiting(data.items), groups: waiting(data.groups) });
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

/** Invariants after any sequence of changes: each query returns the rows that violate one. */
async function broken(api: TestApi, farm: ReadyFarm): Promise<unknown[]> {
  // A load is taken out of stock when it has ended and none of its weighings waits.
  const standing = sql`(select s.*, s.status in ('loaded', 'out_process', 'uploaded')
      and not exists (select from schedule_ingredient w where w.schedule_id = s.id and w.implausible) as taken from schedule s) s
    join schedule_ingredient i on i.schedule_id = s.id`;
  const rules = [
    sql`select 'ledger = facts' as rule, s.id from ${standing}
      left join ledger l on l.schedule_id = s.id and l.ingredient_id = i.ingredient_id
      group by s.id, i.ingredient_id, i.weight_fact, i.price, s.taken
      having (-coalesce(sum(l.kg), 0), -coalesce(sum(l.value), 0)) <> (case when s.taken then i.weight_fact else 0 end,
        case when s.taken then i.weight_fact * i.price else 0 end)`,
    sql`select 'sheet = facts' as rule, s.id from ${standing}
      group by s.id, s.weight_fact, s.taken having s.weight_fact is distinct from case when s.taken then sum(i.weight_fact) end`,
    sql`select 'sheet = groups' as rule, s.id from schedule s
      where s.weight_unloaded is distinct from (case when s.status = 'uploaded' and not s.implausible then
          (select sum(g.weight_fact) from schedule_group g where g.schedule_id = s.id) end)`,
    sql`select 'counted' as rule, s.id from ${standing} where i.counted is distinct from (s.taken and not s.ignore_in_reports)`,
    sql`select 'groups counted' as rule, s.id from schedule s join schedule_group g on g.schedule_id = s.id
      where g.counted is distinct from (s.status = 'uploaded' and not s.ignore_in_reports and not s.implausible)`,
    sql`select 'implausible' as rule, s.id from schedule s
      where s.implausible is distinct from (exists (select from schedule_ingredient i where i.schedule_id = s.id and i.implausible)
        or exists (select from schedule_group g where g.schedule_id = s.id and g.implausible))`,
    sql`select 'rest = ledger' as rule, i.id from ingredient i
      where i.rest <> coalesce((select sum(l.kg) from ledger l where l.ingredient_id = i.id), 0)`,
    sql`select 'parts = plan' as rule, s.id from schedule s
      where s.fresh_weight <> (select sum(i.weight_plan) from schedule_ingredient i where i.schedule_id = s.id)
        or s.weight_plan <> (select sum(g.weight_plan) from schedule_group g where g.schedule_id = s.id)`,
  ];
  const db = api.database.forClient(farm.client.id);
  return (await Promise.all([brokenRollUps(db), ...rules.map(async (rule) => (await rule.execute(db)).rows)])).flat();
}

test('keeps ledger, facts, roll-up and stock consistent after any sequence of requests', async ({ api, farm }) => {
  const seen = new Set<string>();
  const { data: planned } = await farm.client.owner.get<ScheduleRow>(`${path}${(await makeSchedule(farm, TODAY)).id}/`);
  const asPlanned = (parts: readonly { weight_plan: number }[]) =>
    Object.fromEntries(parts.map(({ weight_plan }, index) => [String(index), weight_plan]));
  const meant = (by: 'person' | 'terminal'): Request[] =>
    [{}, asPlanned(planned.items), {}, asPlanned(planned.groups)].map((words) => ({ what: 'forward', by, words }));
  /** Unloads before loading, then feeds as planned, and loads again after the end. */
  const feedOutOfOrder = (by: 'person' | 'terminal'): [Request[]] => [
    [
      { what: 'upload', by, status: 'out_process', words: {} },
      ...meant(by),
      { what: 'load', by, status: 'in_process', words: {} },
      { what: 'reset' },
    ],
  ];
  const tooHeavy = { '0': 40_000 };
  /** The terminal's implausible weighings are recorded, and a person confirms them. A person's are refused. */
  const weighTooMuch: [Request[]] = [
    [
      { what: 'correct', items: { '0': 1 }, groups: {} },
      { what: 'forward', by: 'person', words: {} },
      { what: 'forward', by: 'person', words: tooHeavy },
      { what: 'forward', by: 'terminal', words: asPlanned(planned.items) },
      { what: 'forward', by: 'terminal', words: {} },
      { what: 'forward', by: 'terminal', words: { ...asPlanned(planned.groups), ...tooHeavy } },
      { what: 'confirm' },
      { what: 'correct', items: asPlanned(planned.items), groups: {} },
    ],
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 6, maxLength: 18 }), async (requests) => {
      const { id } = await makeSchedule(farm, TODAY);
      let last: Exclude<Request, { what: 'again' }> | undefined;
      for (const one of requests) {
        const asked = one.what === 'again' ? last : one;
        if (!asked) continue;
        await rollUpDueDays(api.services);
        const answer = await send(farm, id, asked);
        expect([200, 400, 409]).toContain(answer.status);
        const who = 'by' in asked ? `${asked.by} ` : '';
        if (answer.status === 200) seen.add(`${who}reached ${answer.data.status}${answer.data.implausible ? ' implausible' : ''}`);
        seen.add(`${who}${asked.what} ${answer.status}`);
        if (one.what === 'again' && (asked.what === 'load' || asked.what === 'upload')) {
          // A repeated accepted report gives the same result; a refused one is refused again.
          const row = (await farm.client.owner.get(`${path}${id}/`)).data;
          const more = await send(farm, id, asked);
          // Abilities depend on the caller.
          if (more.status === 200) expect({ ...more.data, abilities: row.abilities }).toEqual(row);
        }
        last = asked;
      }
      expect(await broken(api, farm)).toEqual([]);
    }),
    { numRuns: countRuns(40), examples: [feedOutOfOrder('person'), feedOutOfOrder('terminal'), weighTooMuch] },
  );
  // The examples meet each of these answers, so that the property does not pass on refusals alone.
  const met = ['correct 200', 'correct 409', 'confirm 200', 'reset 200'];
  for (const who of ['person', 'terminal']) met.push(`${who} load 409`, `${who} upload 409`, `${who} reached uploaded`);
  met.push('person forward 400', 'terminal reached uploaded implausible', 'reached uploaded');
  expect([...seen]).toEqual(expect.arrayContaining(met));
});
