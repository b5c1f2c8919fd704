import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApi } from '#tests/support/api.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { workbookText } from '#tests/support/golden.ts';
import { makeSaved } from '#tests/support/reports/subscriptions.ts';
import { test } from '#tests/support/test.ts';
import { linkRefusalPage } from './link.ts';

const path = 'report/subscriptions/';
const NOW = '2026-03-10T09:00:00Z';
let api: TestApi;
let farm: ReadyFarm;
let saved: { id: number };

test.override('now', NOW);
test.beforeAll(async ({ api: server, farm: ready }) => {
  [api, farm] = [server, ready];
  await makeSchedule(farm, '2026-03-09');
  saved = await makeSaved(farm.client.owner, farm.farm, { name: 'By link', report_type: 'planfeed' });
});

const owner = () => farm.client.owner;
const LINK = { way: 'link', format: 'pdf', language: 'de', period: 'yesterday', link_days: 10 };
async function makeLink(values: object = {}) {
  const { data, errors } = await owner().post(path, { saved: saved.id, ...LINK, ...values });
  expect(errors).toBeUndefined();
  const made = await owner().post<{ url: string; expires_at: string }>(`${path}${data.id}/link/`, {});
  expect(made.status).toBe(200);
  return { id: data.id as number, ...made.data };
}
const fetchFile = (url: string) => api.app.request(new Request(`http://farm.test${url}`));

test('returns the current file to each holder of the link, uncached, and records the download', async () => {
  const { id, url, expires_at } = await makeLink();
  expect(url).toMatch(/^\/api\/report\/files\/[\w-]{43}\/$/);
  expect(expires_at).toBe('2026-03-20T09:00:00.000Z');
  const answer = await fetchFile(url);
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'content-disposition': expect.stringContaining('By%20link%202026-03-09.pdf'),
  });
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  expect((await owner().get(`${path}${id}/`)).data).toMatchObject({ fetched_at: NOW, link_expires_at: '2026-03-20T09:00:00Z' });
  const { rows } = await sql<{ user_name: string; action: string; whole: string }>`
    select user_name, action, (select string_agg(h::text, '') from history h) || (select string_agg(x::text, '') from activity x)
      || (select string_agg(s::text, '') from report_subscription s) as whole
    from activity where resource = 'subscriptions' order by id desc limit 1`.execute(api.database.acrossClients());
  expect(rows[0]).toMatchObject({ user_name: 'link: By link', action: 'fetch' });
  expect(rows[0]?.whole).not.toContain(url.split('/').at(-2));
});

test('uses the author’s conventions and the link’s language, unless the address names another', async () => {
  await owner().put('auth/me/', { units: 'lb', clock: '12' });
  const readFileText = async (values: object) => {
    const { url } = await makeLink({ format: 'xlsx', ...values });
    return workbookText(new Uint8Array(await (await fetchFile(url)).arrayBuffer()));
  };
  const asAuthor = await readFileText({});
  expect(asAuthor).toMatch(/, lb"/);
  expect(asAuthor).not.toMatch(/, kg"/);
  expect(asAuthor).toMatch(/10\.03\.2026 \d{1,2}:\d{2} AM/);
  const asItSays = await readFileText({ units: 'kg', clock: '24' });
  expect(asItSays).toMatch(/, kg"/);
  expect(asItSays).not.toMatch(/, lb"/);
  expect(asItSays).toMatch(/10\.03\.2026 \d{2}:\d{2}"/);
  await owner().put('auth/me/', { units: null, clock: null });
  expect(await readFileText({})).toMatch(/, kg"/);
  expect(await readFileText({ language: 'us' })).toMatch(/, kg"/);
});

test('answers 404 for a wrong, expired, renewed or revoked secret', async () => {
  const { id, url } = await makeLink();
  expect((await fetchFile(`${url.slice(0, -2)}x/`)).status).toBe(404);
  expect((await fetchFile('/api/report/files/short/')).status).toBe(404);
  api.setNow('2026-03-20T09:00:00Z');
  expect((await fetchFile(url)).status).toBe(404);
  api.setNow(NOW);
  const { data } = await owner().post<{ url: string }>(`${path}${id}/link/`, {});
  expect((await fetchFile(url)).status).toBe(404);
  expect((await owner().delete(`${path}${id}/link/`)).status).toBe(204);
  expect((await fetchFile(data.url)).status).toBe(404);
  expect((await owner().get(`${path}${id}/`)).data.link_expires_at).toBeNull();
});

test('switching the link off refuses it, and losing the right to see the report refuses it permanently', async () => {
  const { id, url } = await makeLink({ format: 'xlsx' });
  await owner().put(`${path}${id}/`, { active: false });
  expect((await fetchFile(url)).status).toBe(404);
  const staff = await makeAccount(api, { user_type: 'staff', clients: [farm.client.id] });
  const inside = `dashboard/clients/${farm.client.id}/${path}${id}/`;
  expect((await staff.caller.put(inside, { active: true })).data.author).toBe(staff.id);
  expect((await fetchFile(url)).status).toBe(200);
  await api.database.acrossClients().deleteFrom('account_client').where('account_id', '=', staff.id).execute();
  expect((await fetchFile(url)).status).toBe(404);
  expect((await owner().get(`${path}${id}/`)).data.stopped).toBe('cannot_be_made');
});

test('answers HEAD without making a file or recording a download', async () => {
  const { id, url } = await makeLink();
  const requestHead = (of: string) => api.app.request(new Request(`http://farm.test${of}`, { method: 'HEAD' }));
  for (let time = 0; time < 10; time += 1) expect((await requestHead(url)).status).toBe(200);
  expect((await requestHead(url)).headers.get('content-type')).toBe('application/pdf');
  expect((await owner().get(`${path}${id}/`)).data.fetched_at).toBeNull();
  await owner().delete(`${path}${id}/link/`);
  expect((await requestHead(url)).status).toBe(404);
});

test('makes two files of a client at once; other clients get theirs meanwhile', async () => {
  const links: string[] = [];
  for (let link = 0; link < 6; link += 1) links.push((await makeLink()).url);
  const neighbour = await makeReadyFarm(api);
  await makeSchedule(neighbour, '2026-03-09');
  const theirs = await makeSaved(neighbour.client.owner, neighbour.farm, { name: 'Theirs', report_type: 'planfeed' });
  const { data } = await neighbour.client.owner.post(path, { saved: theirs.id, ...LINK });
  const { url } = (await neighbour.client.owner.post(`${path}${data.id}/link/`, {})).data;
  const refusals: number[] = [];
  const [all] = await api.database
    .acrossClients()
    .transaction()
    .execute(async (tx) => {
      // The lock blocks the making of files until all excess requests were refused.
      await sql`lock table schedule in access exclusive mode`.execute(tx);
      const asked = [...links, url].map(async (link) => {
        const answer = await fetchFile(link);
        if (answer.status === 429) refusals.push(answer.status);
        return answer;
      });
      await expect.poll(() => refusals.length).toBe(4);
      return [Promise.all(asked)];
    });
  const answers = await all;
  const own = answers.slice(0, 6).map(({ status }) => status);
  expect(own.toSorted()).toEqual([200, 200, 429, 429, 429, 429]);
  expect(answers[6]?.status).toBe(200);
  expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('30');
  const refused = links[own.indexOf(429)] as string;
  expect((await fetchFile(refused)).status).toBe(200);
});

/** The header that a browser sends for a clicked link. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const openInBrowser = (url: string, ip = '10.0.0.1') =>
  api.app.request(new Request(`http://farm.test${url}`, { headers: { ...BROWSER, 'x-forwarded-for': ip } }), undefined, {
    incoming: { socket: { remoteAddress: '127.0.0.1' } },
  });

test('redirects people to a page that states why there is no file, without the secret; programs get the code', async () => {
  const { id, url } = await makeLink();
  expect((await openInBrowser(url)).headers.get('content-type')).toBe('application/pdf');
  await owner().delete(`${path}${id}/link/`);
  const sent = await openInBrowser(url);
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/file-link/gone']);
  expect(Object.fromEntries(sent.headers)).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
  expect(await sent.text()).toBe('');
  const told = await fetchFile(url);
  expect([told.status, await told.json()]).toEqual([404, { errors: { detail: [expect.objectContaining({ code: 'not_found' })] } }]);
  const program = await api.app.request(new Request(`http://farm.test${url}`, { headers: { accept: '*/*' } }));
  expect(program.status).toBe(404);
});

test('states how long to wait, that the report is too large, or that the server failed', async () => {
  const { url } = await makeLink({ format: 'xlsx' });
  for (let time = 0; time < 6; time += 1) expect((await openInBrowser(url)).status).toBe(200);
  expect((await openInBrowser(url)).headers.get('location')).toBe('/file-link/later?wait=60');
  expect(linkRefusalPage(413, null)).toBe('/file-link/too_large');
  expect(linkRefusalPage(503, null)).toBe('/file-link/failed');
  for (let time = 0; time < 60; time += 1) await openInBrowser('/api/report/files/guess/', '10.0.0.2');
  expect((await openInBrowser('/api/report/files/guess/', '10.0.0.2')).headers.get('location')).toBe('/file-link/later?wait=60');
});

test('an e-mail has no link', async () => {
  const { id } = await makeLink();
  await sql`update report_subscription set way = 'email' where id = ${id}`.execute(api.database.forClient(farm.client.id));
  expect((await owner().post(`${path}${id}/link/`, {})).status).toBe(409);
});

test('a caller who tries many secrets has to wait', async () => {
  const statuses = new Set<number>();
  for (let i = 0; i < 70; i += 1) statuses.add((await fetchFile(`/api/report/files/guess-${i}/`)).status);
  expect(statuses).toEqual(new Set([404, 429]));
});
