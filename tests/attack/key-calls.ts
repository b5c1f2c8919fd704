import { sql } from 'kysely';
import { isOpenToKey, KEY_SCOPES, type KeyScope } from '#contract/key-scopes.ts';
import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { everythingOf } from '#tests/support/every-row.ts';
import { make } from '#tests/support/factories.ts';
import { makeReadyFarmOf, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { nameOf, ROUTES } from './routes.ts';
import type { Holdings } from './rows.ts';
import { send, sideBySide } from './send.ts';
import { buildPath, type Role, requestsFor, type Site, walk } from './tenants.ts';

const CLOSED = ROUTES.filter(({ scope }) => scope !== 'public');
const AT_ONCE = 4;
/** Calls of each key in a round after the first, which visits every route. */
const SAMPLE = 60;
/** Name of each row of the client's second farm. */
const BESIDE = 'Zqxbeside';

interface Key {
  name: string;
  id: number;
  secret: string;
  scopes: readonly KeyScope[];
}

const opens = ({ method, path, need, judge, people }: Endpoint, scopes: readonly KeyScope[]) =>
  people !== true && isOpenToKey(scopes, { method, path, needs: need === undefined ? [] : [need].flat(), judged: judge !== undefined });

/** Keys with foreign ids, outside their scopes and farms, and after their end. The first round visits every route. */
export async function attackByKeys(site: Site): Promise<{ attack(whole: boolean): Promise<void> }> {
  const { api, mine, theirs, dice, tally } = site;
  const { owner } = mine.client;
  const farm = mine.idFor('', 'farm');
  const makeKey = async (name: string, values: { scopes: readonly KeyScope[]; all_farms?: boolean }): Promise<Key> => ({
    ...((await make(owner, 'manager/keys/', { farm, name, ...values })) as unknown as { id: number; secret: string }),
    name,
    scopes: values.scopes,
  });
  const narrow = await Promise.all(KEY_SCOPES.map((scope) => makeKey(`scope ${scope}`, { scopes: [scope] })));
  const wide = await makeKey('all scopes', { scopes: KEY_SCOPES, all_farms: true });
  const ofFarm = await makeKey('all scopes of a farm', { scopes: KEY_SCOPES });
  const dead = [await makeKey('deleted', { scopes: KEY_SCOPES }), await makeKey('expired', { scopes: KEY_SCOPES })] as const;
  await endKeys(site, dead);
  const beside = await makeSecondFarm(mine);
  const buildRole = (key: Key): Role => ({ name: key.name, prefix: '', as: async () => `Key ${key.secret}` });
  const before = { theirs: await everythingOf(api.database, theirs.client.id) };
  const pick = (routes: readonly Endpoint[], whole: boolean) => (whole ? routes : dice.shuffled(routes).slice(0, SAMPLE));

  const expectStatus = async (key: Key, route: Endpoint, scheme: string, allowed: readonly number[]) => {
    tally.tried();
    const method = route.method.toUpperCase();
    const body = route.body && method !== 'GET' ? '{}' : undefined;
    const { status } = await send(api.app, `${scheme} ${key.secret}`, { method, path: `${buildPath(route, mine)}/`, body });
    if (status >= 500) tally.fault(`${key.name} by ${scheme}, ${nameOf(route)}: ${status}`);
    else if (!allowed.includes(status)) tally.leak(`${key.name} by ${scheme}, ${nameOf(route)}: ${status}`);
  };
  return {
    async attack(whole) {
      const reachable = CLOSED.filter((route) => opens(route, wide.scopes));
      await walk(site, buildRole(wide), pick(reachable, whole), before);
      for (const key of [...narrow, wide]) {
        const outside = CLOSED.filter((route) => !opens(route, key.scopes));
        await sideBySide(pick(outside, whole && key !== wide), AT_ONCE, (route) =>
          expectStatus(key, route, dice.pick(['Key', 'Bearer']), [403]),
        );
      }
      for (const key of dead)
        await sideBySide(pick(CLOSED, whole), AT_ONCE, (route) => expectStatus(key, route, dice.pick(['Key', 'Bearer']), [401]));
      await sideBySide(pick(CLOSED, false), AT_ONCE, (route) => expectStatus(wide, route, 'JWT', [401]));
      await attackSecondFarm(site, buildRole(ofFarm), beside, pick(reachable, whole));
    },
  };
}

/** Deletes the first key and lets the second one expire. Both were used, so that the server has them in its cache. */
async function endKeys({ api, mine, tally }: Site, [deleted, expired]: readonly [Key, Key]): Promise<void> {
  const use = ({ secret }: Key) => send(api.app, `Key ${secret}`, { method: 'GET', path: '/schedule/schedules/' });
  for (const key of [deleted, expired]) if ((await use(key)).status !== 200) tally.fault(`${key.name} was never open`);
  await mine.client.owner.delete(`manager/keys/${deleted.id}/`);
  await sql`update access_key set expires_on = current_date - 3 where id = ${expired.id}`.execute(api.database.forClient(mine.client.id));
  api.services.principals.forget();
}

/** Another farm of the same client, with marked names. */
async function makeSecondFarm({ client, rows }: Holdings): Promise<Holdings> {
  const farm = await makeReadyFarmOf(client);
  const { id: schedule } = await makeSchedule(farm, new Date().toISOString().slice(0, 10));
  const places: [path: string, id: number][] = [
    ['/manager/farms', farm.farm],
    ['/manager/stocks', farm.stock],
    ['/manager/ingredients', farm.silage],
    ['/manager/groups', farm.heifers],
    ['/manager/rations', farm.ration],
    ['/manager/mixers', farm.mixer],
    ['/schedule/schedules', schedule],
  ];
  for (const [path, id] of places.slice(0, -1)) await client.owner.put(`${path.slice(1)}/${id}/`, { name: `${BESIDE} ${path}` });
  return { client, rows: new Map([...rows, ...places.map(([path, id]) => [path, { id }] as const)]), idFor: listIds(farm, schedule) };
}

const listIds = (farm: ReadyFarm, schedule: number): Holdings['idFor'] => {
  const ids: Record<string, number> = {
    farm: farm.farm,
    ingredient: farm.silage,
    group: farm.heifers,
    ration: farm.ration,
    mixer: farm.mixer,
    stock: farm.stock,
    id: schedule,
    schedule,
  };
  return (_, field) => ids[field];
};

/** A key of one farm with the ids of another farm of its client: neither read nor changed. */
async function attackSecondFarm(site: Site, role: Role, beside: Holdings, routes: readonly Endpoint[]): Promise<void> {
  const { api, mine, tally } = site;
  const read = async () =>
    (await everythingOf(api.database, mine.client.id))
      .split('\n')
      .filter((table) => table.includes(BESIDE))
      .map((table) => `${table.slice(0, table.indexOf(':'))}: ${table.split(';').filter((row) => row.includes(BESIDE))}`)
      .join('\n');
  const before = await read();
  const requests = routes.flatMap((route) => requestsFor({ ...site, theirs: beside }, role, route));
  const as = await role.as();
  await sideBySide(requests, AT_ONCE, async (sent) => {
    tally.tried();
    const { status, text } = await send(api.app, as, sent);
    const what = `${role.name}, ${sent.method} ${sent.path} ${sent.body?.slice(0, 200) ?? ''}: ${status}`;
    if (status >= 500) tally.fault(what);
    if (text.includes(BESIDE))
      tally.leak(`${what} contains ${text.slice(Math.max(0, text.indexOf(BESIDE) - 80), text.indexOf(BESIDE) + 60)}`);
  });
  if ((await read()) !== before) tally.leak(`${role.name} changed rows of another farm`);
}
