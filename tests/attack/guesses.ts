import { TOTP } from 'otpauth';
import { PASSWORD, serverOn, startApi, type TestApi } from '#tests/support/api.ts';
import { makeAccount, makeClient } from '#tests/support/factories.ts';
import { createDice, type Dice } from './dice.ts';
import type { AttackGroup } from './group.ts';
import { send } from './send.ts';
import { createTally, type Tally } from './tally.ts';

/** Max judged guesses: from one address, from many, of the own account, of taken emails, of links. */
const MOST = { pair: 8, subject: 30, own: 8, taken: 20, links: 60 };
const HERD = 120;

interface Site {
  servers: readonly TestApi[];
  tally: Tally;
  dice: Dice;
  herd: number;
}

/** Concurrent guesses on two servers: no more are judged than in sequence, and none succeeds. */
export const guesses: AttackGroup = async ({ isOver, seed }) => {
  const tally = createTally(seed);
  const dice = createDice(seed);
  const first = await startApi();
  const second = await serverOn(first.url);
  let rounds = 0;
  try {
    for (; rounds === 0 || !isOver(); rounds += 1) {
      // An hour and a half later all counts are forgotten.
      const now = new Date(Date.parse('2026-03-10T08:00:00Z') + rounds * 5_400_000);
      for (const server of [first, second]) server.setNow(now);
      const site = { servers: [first, second], tally, dice, herd: HERD + dice.upTo(HERD) };
      for (const attempt of [passwords, addresses, spellings, codes, ownPassword, links, setups]) {
        if (rounds > 0 && isOver()) break;
        await attempt(site);
      }
    }
  } finally {
    await second.close();
    await first.close();
  }
  tally.note(`${rounds} rounds of herds of up to ${2 * HERD}`);
  return tally.findings;
};

interface Guess {
  method: string;
  path: string;
  body?: object;
  as?: string;
  from?: string;
}

/** Concurrent guesses, alternating between both servers. `judged` are answers that reveal whether the guess was right. */
async function guessAll({ servers, tally, dice, herd }: Site, what: string, most: number, guess: (index: number) => Guess): Promise<void> {
  const got = await Promise.all(
    Array.from({ length: herd }, (_, index) => {
      const { method, path, body, as = '', from = '203.0.113.1' } = guess(index);
      const sent = { method, path, body: body && JSON.stringify(body) };
      return send(dice.pick(servers).app, as, sent, { 'x-forwarded-for': from });
    }),
  );
  tally.tried(herd);
  for (const { status, text } of got) if (status >= 500) tally.fault(`${what}: ${status} ${text.slice(0, 100)}`);
  const judged = got.filter(({ status }) => status === 400 || status === 404);
  if (judged.length > most) tally.leak(`${what}: ${judged.length} of ${herd} were judged, ${most} may be`);
  if (judged.length === 0)
    tally.leak(`${what}: none of ${herd} was judged, so nothing was tried: ${got[0]?.status} ${got[0]?.text.slice(0, 100)}`);
  const letIn = got.filter(({ status }) => status < 300);
  if (letIn.length > 0) tally.leak(`${what}: ${letIn.length} were let in`);
}

const signIn = (login: string, password: string, values: object = {}): Pick<Guess, 'method' | 'path' | 'body'> => ({
  method: 'POST',
  path: '/auth/jwt/create/',
  body: { login, password, ...values },
});
const toAddress = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
const account = ({ servers }: Site) => makeAccount(servers[0] as TestApi, { user_type: 'admin' });

async function passwords(site: Site): Promise<void> {
  const { email } = await account(site);
  await guessAll(site, 'passwords of one address', MOST.pair, (index) => signIn(email, `wrong ${index}`));
}

async function addresses(site: Site): Promise<void> {
  const { email } = await account(site);
  const start = site.dice.upTo(2 ** 23);
  await guessAll(site, 'passwords of many addresses', MOST.subject, (index) => ({
    ...signIn(email, `wrong ${index}`),
    from: toAddress(start + index),
  }));
}

async function spellings(site: Site): Promise<void> {
  const { email, id } = await account(site);
  const phone = `+38067${String(id).padStart(7, '0')}`;
  await (site.servers[0] as TestApi).database.acrossClients().updateTable('account').set({ phone }).where('id', '=', id).execute();
  const logins = [email, email.toUpperCase(), ` ${email} `, phone, phone.slice(1), phone.replace('67', ' (67) ')];
  await guessAll(site, 'passwords by every spelling of a login', MOST.pair, () => signIn(site.dice.pick(logins), 'wrong'));
}

async function codes(site: Site): Promise<void> {
  const { caller, email } = await account(site);
  const { secret } = (await caller.post('auth/second-factor/', { password: PASSWORD })).data;
  const now = site.servers[0]?.services.now().getTime() ?? 0;
  const code = new TOTP({ secret, digits: 6, period: 30 }).generate({ timestamp: now });
  if ((await caller.post('auth/second-factor/confirm/', { code })).status !== 200) throw new Error('the second factor was not confirmed');
  const wrong = (index: number) => String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0');
  const [window, near] = [30_000, 5];
  const right = Array.from({ length: 2 * near + 1 }, (_, step) =>
    new TOTP({ secret, digits: 6, period: 30 }).generate({ timestamp: now + (step - near) * window }),
  );
  const guess = (index: number) => (right.includes(wrong(index)) ? 'nothing' : wrong(index));
  await guessAll(site, 'one-time codes', MOST.pair, (index) => signIn(email, PASSWORD, { code: guess(index) }));
}

async function ownPassword(site: Site): Promise<void> {
  const { caller } = await account(site);
  const as = `JWT ${caller.token}`;
  await guessAll(site, 'the own password of an open session', MOST.own, (index) =>
    site.dice.happens(0.5)
      ? { method: 'PUT', path: '/auth/me/', body: { password: `wrong ${index}`, phone: '+380501112233' }, as }
      : { method: 'POST', path: '/auth/second-factor/', body: { password: `wrong ${index}` }, as },
  );
  await taken(site);
}

/** Whether an email is taken is answered only a limited number of times. */
async function taken(site: Site): Promise<void> {
  const client = await makeClient(site.servers[0] as TestApi);
  const known = (await account(site)).email;
  await guessAll(site, 'whose an email is', MOST.taken, () => ({
    method: 'POST',
    path: '/perm/employees/create/',
    body: { email: known, password: 'feed the herd at dawn' },
    as: `JWT ${client.owner.token}`,
  }));
}

async function links(site: Site): Promise<void> {
  const from = toAddress(site.dice.upTo(2 ** 23));
  await guessAll(site, 'secret links', MOST.links, (index) => ({
    method: 'GET',
    path: `/report/files/${'abcdefgh'[index % 8]}${String(index).padStart(42, 'A')}/`,
    from,
  }));
}

const setups = (site: Site) =>
  guessAll(site, 'codes of the first start', MOST.pair, (index) => ({
    method: 'POST',
    path: '/setup/',
    body: { code: String(index).padStart(12, '0'), email: 'thief@farm.example', password: 'feed the herd at dawn' },
    from: '203.0.113.78',
  }));
