import fc from 'fast-check';
import { REPORT_IDS } from '#contract/reports/index.ts';
import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { makeAccount, makeClient } from '#tests/support/factories.ts';
import { validOf } from './bodies.ts';
import { createDice, type Dice } from './dice.ts';
import type { AttackGroup } from './group.ts';
import { hostile, hostileText, spoilt } from './hostile.ts';
import { fieldsOf, nameOf, ROUTES, resourceOf, schemaOf } from './routes.ts';
import { type Holdings, makeHoldings } from './rows.ts';
import { type Sent, send, sideBySide } from './send.ts';
import { createTally, type Tally } from './tally.ts';

/** Endpoints that would end the sign-ins of later requests, or require a second factor. */
const ENDS_SIGN_IN = ['post /auth/logout', 'delete /auth/sessions', 'put /dashboard/security'];
const FUZZED = ROUTES.filter((route) => !ENDS_SIGN_IN.includes(nameOf(route)));
const HARD_IDS = ['0', '00', '2147483647', '2147483648', '99999999999999999999', '-1', '1e3', 'x', '%00', '%ED%A0%80', '%', '..%2f..'];
const AT_ONCE = 4;
/** Other address than that of the next round's sign-ins, because failed passwords delay an address. */
const FROM = { 'x-forwarded-for': '203.0.113.1' };

/** A sender, and the prefix of the paths. */
interface Sender {
  as: string;
  prefixes: readonly string[];
  takes(route: Endpoint): boolean;
}

/** Invalid and some valid bodies, queries and paths at every route: the answer is never a 5xx. */
export const fuzz: AttackGroup = async ({ isOver, seed }) => {
  const tally = createTally(seed);
  const statuses = new Map<number, number>();
  const api = await startApi();
  try {
    for (let round = 0; round === 0 || !isOver(); round += 1) {
      // A new client for each round, because later bodies need rows that this round deletes.
      const holdings = await makeHoldings(api);
      holdings.rows.set('/dashboard/clients', { id: (await makeClient(api)).id });
      const senders = await sendersFor(api, holdings);
      const dice = createDice(seed + round);
      const work = dice.shuffled(
        FUZZED.flatMap((route) => senders.filter(({ takes }) => takes(route)).map((sender) => ({ route, sender }))),
      );
      await sideBySide(work, AT_ONCE, async ({ route, sender }) => {
        if (round > 0 && isOver()) return;
        for (const sent of requestsFor(route, sender, holdings, dice, round === 0 ? 3 : 8)) {
          const { status } = await tryOne(api, sender, sent, tally);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      });
    }
  } finally {
    await api.close();
  }
  const shares = [...statuses].toSorted(([a], [b]) => a - b).map(([status, many]) => `${status}: ${many}`);
  tally.note(`answers ${shares.join(', ')}`);
  return tally.findings;
};

async function sendersFor(api: TestApi, { client, idFor }: Holdings): Promise<Sender[]> {
  const root = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
  const acting = `/dashboard/clients/${client.id}`;
  return [
    { as: '', prefixes: [''], takes: ({ scope }) => scope === 'public' },
    { as: `JWT ${client.owner.token}`, prefixes: [''], takes: ({ scope }) => scope === 'client' },
    {
      as: `JWT ${root.caller.token}`,
      prefixes: [acting, `${acting}/farms/${idFor('', 'farm')}`],
      takes: ({ scope }) => scope === 'client',
    },
    { as: `JWT ${root.caller.token}`, prefixes: [''], takes: ({ scope }) => scope === 'account' },
  ];
}

async function tryOne(api: TestApi, { as }: Sender, sent: Sent, tally: Tally): Promise<{ status: number }> {
  tally.tried();
  const got = await send(api.app, as, sent, FROM);
  if (got.status >= 500) tally.fault(`${got.status} at ${sent.method} ${sent.path} ${(sent.body ?? '').slice(0, 300)}`);
  return got;
}

function requestsFor(route: Endpoint, { prefixes }: Sender, holdings: Holdings, dice: Dice, many: number): Sent[] {
  const idFor = (field: string) => holdings.idFor(route.path, field);
  const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) => fc.sample(arbitrary, { seed: dice.upTo(2 ** 31), numRuns });
  const schema = route.body && schemaOf(route.body);
  const whole = schema && validOf(schema, { idFor, whole: true });
  const bodies: (string | undefined)[] = whole
    ? [
        ...sample(whole, 1).map((value) => JSON.stringify(value)),
        // A body with only one fault gets furthest.
        ...sample(spoilt(fc.oneof(whole, validOf(schema, { idFor }))), many),
      ]
    : Array.from({ length: route.upload || !/^(post|put)$/.test(route.method) ? many : 1 }, () =>
        route.upload ? JSON.stringify(sample(hostile, 1)) : undefined,
      );
  return bodies.map((body) => ({
    method: route.method.toUpperCase(),
    path: `${dice.pick(prefixes)}${buildPath(route, holdings, dice, () => sample(hostileText, 1)[0] ?? '')}/${buildQuery(route, holdings, dice, (numRuns) => sample(hostileText, numRuns))}`,
    body,
  }));
}

const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

function buildPath(route: Endpoint, { rows }: Holdings, dice: Dice, text: () => string): string {
  const own = String(rows.get(resourceOf(route))?.id ?? 1_999_999_999);
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'id') return dice.happens(0.8) ? own : dice.pick(HARD_IDS);
    if (name === 'name' && dice.happens(0.8)) return dice.pick(REPORT_IDS);
    return encoded(text()).slice(0, 2000) || 'x';
  });
}

const PERIOD = 'planned_on_after=2026-03-01&planned_on_before=2026-03-31';

/** Mostly valid parameters, so that the faulty one is reached. */
function buildQuery(route: Endpoint, { idFor }: Holdings, dice: Dice, texts: (many: number) => string[]): string {
  const fields = [
    ...Object.keys(fieldsOf(route.query)),
    ...(route.path.startsWith('/report') ? ['farm', 'period', 'group_by', 'page'] : []),
  ];
  if (fields.length === 0) return dice.happens(0.1) ? '?%ED%A0%80=%00&=&a[b]=1' : '';
  const parts = route.path.startsWith('/report') && dice.happens(0.8) ? [PERIOD] : [];
  const chosen = dice.shuffled(fields).slice(0, 1 + dice.upTo(3));
  const values = texts(chosen.length);
  for (const [index, field] of chosen.entries()) {
    const id = idFor(route.path, field);
    const value = id !== undefined && dice.happens(0.5) ? String(id) : (values[index] ?? '');
    parts.push(`${field}=${encoded(value).slice(0, 4000)}`);
    if (dice.happens(0.1)) parts.push(`${field}=1`);
  }
  return `?${parts.join('&')}`;
}
