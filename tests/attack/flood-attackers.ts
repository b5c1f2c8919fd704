// The attackers of the flood in a process of their own: flood-attackers.ts <url> <seed>. Reports its start, and the results on `end`.
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { callerAt } from './flood-call.ts';

/** Results by way of attack and status; `cut` if the attacker disconnected. A 503 with a retry time is no fault. */
export type Tries = Record<string, { tries: number; faults: number; statuses: Record<string, number> }>;

const [url = '', seed = '1'] = process.argv.slice(2);
const tries: Tries = {};
let isOver = false;

function note(way: string, status: number | 'cut', isFault: boolean): void {
  tries[way] ??= { tries: 0, faults: 0, statuses: {} };
  const of = tries[way];
  of.tries += 1;
  of.statuses[status] = (of.statuses[status] ?? 0) + 1;
  if (isFault) of.faults += 1;
}

async function send(way: string, path: string, init: RequestInit = {}): Promise<void> {
  try {
    const response = await fetch(`${url}/api/${path}`, init);
    // Reads and discards the answer.
    for await (const _ of response.body ?? []);
    const { status, headers } = response;
    note(way, status, status >= 500 && !(status === 503 && headers.has('retry-after')));
  } catch {
    note(way, 'cut', false);
  }
}

/** Repeats the work `atOnce` times in parallel, with a pause in ms. */
function again(work: (turn: number) => Promise<void>, atOnce: number, pause = 0): void {
  for (let n = 0; n < atOnce; n += 1) {
    void (async () => {
      for (let turn = n + Number(seed); !isOver; turn += atOnce) {
        await work(turn);
        await sleep(pause);
      }
    })();
  }
}

const owner = await callerAt(url, 'owner@manger.test');
const owner2 = await callerAt(url, 'owner2@manger.test');
const as = ({ token }: { token: string }): Record<string, string> => ({
  authorization: `JWT ${token}`,
  'content-type': 'application/json',
});
const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
interface Placed {
  id: number;
  farm: number;
  planned_on: string;
}

const { data: waited } = await owner.get<Placed[]>('schedule/schedules/?status=waited&ordering=-planned_on&page_size=1');
const { data: day } = await owner.get<Placed[]>(
  `schedule/schedules/?farm=${waited[0]?.farm}&planned_on=${waited[0]?.planned_on}&page_size=100`,
);
const ids = day.map(({ id }) => id);
const { data: feeds } = await owner.get<{ id: number; farm: number }[]>('manager/ingredients/?page_size=1');
const feed = feeds[0] as { id: number; farm: number };
const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    delivery_type: 'delivery',
    ingredient: feed.id,
    value: n + 1,
    price: 2,
    delivered_at: new Date(Date.now() - 86_400_000).toISOString(),
  }));
const year = `planned_on_after=${Number(waited[0]?.planned_on.slice(0, 4)) - 1}-01-01&planned_on_before=${waited[0]?.planned_on}`;

async function newLink(format: string): Promise<string> {
  const saved = await owner.post<{ id: number }>('report/additional/', {
    ...{ farm: feed.farm, kind: 'filter', name: `Flood ${format}`, report_type: 'planfeed' },
    filters: { farm: [String(feed.farm)] },
  });
  const link = { saved: saved.data.id, way: 'link', format, language: 'en', period: 'days_30', link_days: 10 };
  const made = await owner.post<{ id: number }>('report/subscriptions/', link);
  const { data } = await owner.post<{ url: string }>(`report/subscriptions/${made.data.id}/link/`, {});
  return new URL(data.url, url).pathname.replace(/^\/api\//, '');
}

/** Bodies of one kilobyte per second, for a minute. */
async function slowly(): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  const head = [
    'POST /api/manager/deliveries/import/ HTTP/1.1',
    `Host: ${hostname}`,
    'Content-Type: application/json',
    'Content-Length: 60000',
  ];
  socket.write(`${[...head, `Authorization: JWT ${owner.token}`].join('\r\n')}\r\n\r\n{"rows":[`);
  for (let second = 0; second < 60 && !isOver && socket.writable; second += 1) {
    socket.write(' '.repeat(1000));
    await sleep(1000);
  }
  socket.destroy();
  note('slow uploads', 'cut', false);
}

async function listen(caller: { token: string }, ms: number, isRead: boolean): Promise<void> {
  const gone = new AbortController();
  try {
    const response = await fetch(`${url}/api/events/`, { headers: as(caller), signal: gone.signal });
    const reading = isRead ? response.text().catch(() => {}) : undefined;
    await sleep(ms);
    gone.abort();
    await reading;
    note(isRead ? 'event streams' : 'event streams, unread', response.status, response.status >= 500);
  } catch {
    note('event streams', 'cut', false);
  }
}

const DEEP = '['.repeat(1_900_000);
const links = [await newLink('xlsx'), await newLink('pdf')];
const imported = [
  JSON.stringify({ farm: feed.farm, dry_run: true, rows: rows(10_000) }),
  JSON.stringify({ farm: feed.farm, rows: rows(500) }),
];

again(() => send('anonymous bodies of 1.9 MB', 'auth/jwt/create/', json(DEEP)), 3);
again(
  (turn) => send('guessed passwords', 'auth/jwt/create/', json({ login: `owner${turn % 3 || ''}@manger.test`, password: `guess ${turn}` })),
  4,
  20,
);
again(
  async (turn) => {
    const caller = turn % 2 === 0 ? owner : owner2;
    await Promise.all(Array.from({ length: 60 }, () => send('archives, 60 at once', 'archive/', { headers: as(caller) })));
  },
  2,
  1000,
);
again((turn) => send('files by link', links[turn % 2] as string), 3, 50);
again((turn) => send('imports', 'manager/deliveries/import/', json(imported[turn % 2], as(owner))), 3, 100);
again((turn) => {
  const turned = [...ids.slice(turn % ids.length), ...ids.slice(0, turn % ids.length)];
  return send('orderings', 'schedule/schedules/ordering/', json({ ids: turned }, as(owner)));
}, 30);
again((turn) => listen(turn % 2 === 0 ? owner : owner2, 300, true), 20);
again(() => listen(owner, 20_000, false), 20);
again(
  (turn) =>
    send('long reports', `report/${['planfeed', 'inout', 'consumption'][turn % 3]}/${turn % 3 === 2 ? 'make/' : ''}?${year}`, {
      headers: as(turn % 2 === 0 ? owner : owner2),
    }),
  10,
);
again(
  (turn) => send('HEAD of reports', `report/planfeed/?${year}&page_size=${(turn % 50) + 1}`, { method: 'HEAD', headers: as(owner2) }),
  4,
  20,
);
again(slowly, 20);

process.on('message', () => {
  isOver = true;
  process.send?.(tries);
});
process.send?.('begun');
