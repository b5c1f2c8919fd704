import fc from 'fast-check';
import { sql } from 'kysely';
import { ACTIONS, permissionsOf, SECTIONS } from '#contract/access.ts';
import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { startApi, type TestApi } from '#tests/support/api.ts';
import { everythingOf } from '#tests/support/every-row.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { validOf } from './bodies.ts';
import { createDice, type Dice } from './dice.ts';
import type { AttackGroup } from './group.ts';
import { fieldsOf, nameOf, ROUTES, resourceOf, schemaOf, wordsOf } from './routes.ts';
import { type Holdings, makeHoldings, terminalOf } from './rows.ts';
import { type Got, type Sent, send, sideBySide } from './send.ts';
import { createTally, type Tally } from './tally.ts';

/** A text in all rows of the other client, and the beginning of all its ids. */
const MARK = 'Zqxtheirs';
const FIRST_ID = 917_000_000;
const THEIR_NUMBER = /(?<!\d)9170\d{5}(?!\d)/g;

const ENDS_SIGN_IN = ['post /auth/logout', 'delete /auth/sessions'];
const WALKED = ROUTES.filter((route) => !ENDS_SIGN_IN.includes(nameOf(route)));
const AT_ONCE = 4;

/** A person of one client without access to the other. */
export interface Role {
  name: string;
  /** Prefix of the own client's paths. */
  prefix: string;
  as(): Promise<string>;
}

export interface Site {
  api: TestApi;
  mine: Holdings;
  theirs: Holdings;
  tally: Tally;
  dice: Dice;
}

/** Every role of a client at every route, with another client's ids in path, query and body: nothing is revealed or changed. */
export const tenants: AttackGroup = async ({ isOver, seed }) => {
  const tally = createTally(seed);
  const api = await startApi();
  try {
    const site: Site = { api, ...(await makeNeighbours(api)), tally, dice: createDice(seed) };
    const { theirs } = site;
    const [owner, ...others] = listRoles(site) as [Role, ...Role[]];
    const before = { theirs: await everythingOf(api.database, theirs.client.id) };
    // The owner has the most rights and visits every route. The others visit a few routes each until the end.
    await walk(site, owner, WALKED, before);
    let walks = 0;
    for (let round = 0; round === 0 || !isOver(); round += 1) {
      for (const role of site.dice.shuffled(others)) {
        if (walks >= LEAST_WALKS && isOver()) break;
        await walk(site, role, site.dice.shuffled(WALKED).slice(0, 25), before);
        walks += 1;
      }
    }
    tally.note(`${others.length + 1} roles, ${WALKED.length} routes, ${walks + 1} walks`);
  } finally {
    await api.close();
  }
  return tally.findings;
};
const LEAST_WALKS = 5;

/** Two clients with a row of each kind. Names and ids of the other one appear in no answer by chance. */
export async function makeNeighbours(api: TestApi): Promise<Pick<Site, 'mine' | 'theirs'>> {
  await startNumbersAt(api, FIRST_ID);
  const theirs = await makeHoldings(api);
  await mark(api, theirs);
  await startNumbersAt(api, 1000);
  return { theirs, mine: await makeHoldings(api) };
}

/** Raises the sequences of all tables, each to a thousand of its own. */
async function startNumbersAt(api: TestApi, first: number): Promise<void> {
  await sql`select setval(c.oid::regclass, ${first} + 1000 * row_number() over (order by c.oid)) from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and n.nspname = 'public'`.execute(api.database.acrossClients());
}

/** Names that no other client's answer contains by chance. */
async function mark(api: TestApi, { client, rows }: Holdings): Promise<void> {
  let marked = 0;
  for (const [path, { id }] of rows) {
    if (path.startsWith('/dashboard')) continue;
    const name = `${MARK} ${path.replaceAll('/', ' ')}`;
    for (const field of ['name', 'note', 'first_name'])
      if ((await client.owner.put(`${path.slice(1)}/${id}/`, { [field]: name })).status === 200) marked += 1;
  }
  if (marked < 17) throw new Error(`only ${marked} rows could be marked`);
  await client.owner.put('auth/me/', { last_name: `${MARK} owner` });
  await api.database
    .acrossClients()
    .updateTable('client')
    .set({ company_name: `${MARK} company`, info: MARK })
    .where('id', '=', client.id)
    .execute();
}

function listRoles({ api, mine }: Site): Role[] {
  const { client } = mine;
  const acting = `/dashboard/clients/${client.id}`;
  const person = async (values: Parameters<typeof makeAccount>[1]) => `JWT ${(await makeAccount(api, values)).caller.token}`;
  const employee = async (right: string, rights: Record<string, string>) => {
    const group = await make(client.owner, 'perm/groups/', { name: right, permissions: permissionsOf(rights) });
    return person({ user_type: 'employee', client_id: client.id, access_group_id: group.id });
  };
  const single = Object.values(SECTIONS)
    .flat()
    .flatMap(([module, item]) =>
      ACTIONS.map((action) => ({
        name: `${action} ${module}.${item}`,
        rights: { [`${module}.${item}`]: action === 'change' ? 'c' : action.slice(0, 1) },
      })),
    );
  return [
    { name: 'owner', prefix: '', as: once(async () => `JWT ${client.owner.token}`) },
    { name: 'nobody', prefix: '', as: once(async () => '') },
    { name: 'key', prefix: '', as: once(async () => `Key ${terminalOf(api, mine).token}`) },
    { name: 'consultant', prefix: acting, as: once(() => person({ user_type: 'consultant', clients: [client.id] })) },
    { name: 'staff', prefix: acting, as: once(() => person({ user_type: 'staff', clients: [client.id] })) },
    ...single.map(({ name, rights }) => ({ name, prefix: '', as: once(() => employee(name, rights)) })),
  ];
}

const once = (make: () => Promise<string>) => {
  let made: Promise<string> | undefined;
  return () => (made ??= make());
};

/** Sends every hostile request of these routes as one role. `before` has the other client's rows, which must not change. */
export async function walk(site: Site, role: Role, routes: readonly Endpoint[], before: { theirs: string }): Promise<void> {
  const { api, theirs, mine, tally } = site;
  const as = await role.as();
  const requests = routes.flatMap((route) => requestsFor(site, role, route));
  await sideBySide(requests, AT_ONCE, async (sent) => {
    tally.tried();
    judge(site, role, sent, await send(api.app, as, sent));
  });
  const after = await everythingOf(api.database, theirs.client.id);
  if (after !== before.theirs)
    tally.leak(`${role.name} changed ${differing(before.theirs, after)} of another client (in ${routes.length} routes)`);
  before.theirs = after;
  const stored = (await everythingOf(api.database, mine.client.id)).split('\n').find((table) => new RegExp(THEIR_NUMBER).test(table));
  if (stored) tally.leak(`${role.name} stored a number of theirs in ${stored.slice(0, 40)}`);
}

const differing = (before: string, after: string) => {
  const old = new Set(before.split('\n'));
  return after
    .split('\n')
    .filter((table) => !old.has(table))
    .map((table) => table.slice(0, table.indexOf(':')))
    .join(', ');
};

function judge({ tally }: Site, role: Role, { method, path, body = '' }: Sent, { status, text }: Got): void {
  const what = `${role.name}, ${method} ${path} ${body.slice(0, 200)}: ${status}`;
  if (status >= 500) tally.fault(what);
  if (text.includes(MARK)) tally.leak(`${what} tells ${text.slice(Math.max(0, text.indexOf(MARK) - 80), text.indexOf(MARK) + 60)}`);
  // Only a refusal may repeat the request, and a report its filters.
  const asked = new Set([...path.matchAll(THEIR_NUMBER), ...body.matchAll(THEIR_NUMBER)].map(([number]) => number));
  const told = [...text.matchAll(THEIR_NUMBER)].find(([number]) => !asked.has(number) || (status < 300 && method !== 'GET'));
  if (told) tally.leak(`${what} tells the number ${text.slice(Math.max(0, told.index - 80), told.index + 40)}`);
  const isPublic = ROUTES.some((route) => route.scope === 'public' && path.startsWith(route.path.replace(/\{.*/, '')));
  if (role.name === 'nobody' && status !== 401 && !isPublic) tally.leak(`${what}, to nobody`);
}

/** Requests of a route with one foreign id each, in path, body or query. */
export function requestsFor(site: Pick<Site, 'api' | 'mine' | 'theirs' | 'dice'>, role: Role, route: Endpoint): Sent[] {
  const { api, mine, theirs, dice } = site;
  const method = route.method.toUpperCase();
  const own = buildPath(route, mine);
  const foreign = buildPath(route, theirs);
  const whole = (idFor: Holdings['idFor']) =>
    route.body
      ? JSON.stringify(
          fc.sample(validOf(schemaOf(route.body), { idFor: (field) => idFor(route.path, field), whole: true }), {
            seed: dice.upTo(2 ** 31),
            numRuns: 1,
          })[0],
        )
      : undefined;
  const requests: Sent[] = [];
  const inside = route.scope === 'client';
  const prefix = inside ? role.prefix : '';
  // Their id in the path, with the own row's and with their content.
  if (own !== foreign) requests.push({ method, path: `${prefix}${foreign}/`, body: whole(mine.idFor) });
  if (inside) {
    const [client, farm] = [theirs.client.id, theirs.idFor('', 'farm')];
    requests.push({ method, path: `/dashboard/clients/${client}${foreign}/`, body: whole(theirs.idFor) });
    requests.push({ method, path: `/dashboard/clients/${client}/farms/${farm}${own}/`, body: whole(mine.idFor) });
    requests.push({ method, path: `/dashboard/clients/${mine.client.id}/farms/${farm}${own}/`, body: whole(mine.idFor) });
  }
  // One foreign reference at a time, so that no other one causes the refusal. With a foreign id in the path, only creations.
  const refers = (words: readonly string[]) => words.filter((field) => theirs.idFor(route.path, field) !== undefined);
  if (route.body && (own === foreign || route.method === 'put')) {
    for (const field of refers(wordsOf(schemaOf(route.body)))) {
      const body = whole((path, word) => (word === field ? theirs : mine).idFor(path, word));
      requests.push({ method, path: `${prefix}${own}/`, body });
    }
  }
  if (route.method === 'get') {
    // Requests without parameters must reveal nothing either.
    requests.push({ method, path: `${prefix}${own}/` });
    const words = refers([...Object.keys(fieldsOf(route.query)), ...(route.path.startsWith('/report') ? EVERY_REPORTS : [])]);
    const today = api.services.now().toISOString().slice(0, 10);
    const dates = route.path.startsWith('/report') ? `&planned_on_after=${today}&planned_on_before=${today}` : '';
    for (const field of new Set(words))
      requests.push({ method, path: `${prefix}${own}/?${field}=${theirs.idFor(route.path, field)}${dates}` });
  }
  return requests;
}
const EVERY_REPORTS = ['client', 'farm', 'animal_type', 'group', 'ration', 'worker', 'loading', 'mixer', 'ingredient'];

export const buildPath = (route: Endpoint, { rows }: Holdings) =>
  route.path
    .replace('{id}', String(rows.get(resourceOf(route))?.id ?? 1_999_999_999))
    .replace('{name}', 'planfeed')
    .replace(/\{\w+\}/g, 'x');
