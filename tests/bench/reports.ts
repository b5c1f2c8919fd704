import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { seed } from '#fixtures/seed.ts';
import { tablesOf } from '#server/db/archive.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { inTurns, SECRET, signedIn } from './server.ts';
import { startManger } from './servers.ts';
import { type Figure, figure, median } from './statistics.ts';

/** Weighings of the smaller data. The larger has ten times as many on the same farms, days and feeds. */
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000);
const TIMES = 10;
/** Runs per round. A scan of millions of moves takes seconds. */
const [REPORTS, SCANS] = [8, 2];
/** Kept between runs, because millions of rows take minutes to create. */
const FOLDER = process.env.BENCH_DATA ?? join(tmpdir(), `manger-bench-${ROWS}`);
const LARGE = 'manger_large';

const ofClient = 'client_id = (select min(id) from client)';
const ofYear = `${ofClient} and planned_on between current_date - 365 and current_date`;
const NEXT_MONTH = "(month_of(current_date - 366) + interval '1 month')::date";
const selectFed = (table: string, when: string) => `select ingredient_id, plan_kg, fact_kg from ${table} where ${ofClient} and ${when}`;
/** As reports read: whole months, the days before and the days after them. */
const ROLLED = `select ingredient_id, sum(plan_kg)::text as plan, sum(fact_kg)::text as fact from (
    ${selectFed('feed_month', `month >= ${NEXT_MONTH} and month < month_of(current_date + 1)`)}
    union all ${selectFed('feed_day', `day between current_date - 365 and least(current_date, ${NEXT_MONTH} - 1)`)}
    union all ${selectFed('feed_day', `day between greatest(month_of(current_date + 1), ${NEXT_MONTH}) and current_date`)}
  ) f group by 1 order by 1`;
const RAW = `select ingredient_id, sum(weight_plan)::numeric(16,3)::text as plan, sum(weight_fact)::numeric(16,3)::text as fact
  from schedule_ingredient where ${ofYear} and counted group by 1 order by 1`;

/** P3: a client's year by ingredient from the roll-ups, compared with a scan of the weighings; equal to the gram, also after an edit. */
export async function benchReports(): Promise<Figure[]> {
  if (!existsSync(FOLDER)) mkdirSync(FOLDER, { mode: 0o711 });
  const embedded = await startEmbedded({ dataDir: FOLDER, log: { info() {}, error: console.error } });
  const largeUrl = embedded.url.replace('/manger?', `/${LARGE}?`);
  try {
    if (!(await isFilled(embedded.url))) {
      console.log(`Filling ${ROWS} facts …`);
      await embedded.reset();
      await migrate(embedded.url);
      await seed(embedded.url, { rows: ROWS }, new Date());
      await on(embedded.url, (client) => client.query("insert into setting (name, value) values ('filled', '1')"));
    }
    await on(embedded.adminUrl, async (client) => {
      const { rows } = await client.query('select from pg_database where datname = $1', [LARGE]);
      if (rows.length === 0) await client.query(`create database ${LARGE} owner manger template manger`);
    });
    for (const url of [embedded.url, largeUrl]) await migrate(url);
    await on(largeUrl, grow);
    const small = await on(embedded.url, measure);
    const large = await on(largeUrl, measure);
    const [smallReport, smallScan] = await measureReport(embedded.url);
    const [largeReport, largeScan] = await measureReport(largeUrl);
    const year = 'a year by ingredient, roll-ups against the scan';
    const report = 'report inout of that year over HTTP, against the scan of the ledger that it would take';
    return [
      figure('P3', `${year}: ${ROWS} rows`, 'ms', small.rolled, small.raw, '≤ 0.15'),
      figure('P3', `${year}: ${10 * ROWS} rows`, 'ms', large.rolled, large.raw, '≤ 0.15'),
      figure('P3', 'ten times the rows, against the fewer', 'ms', large.rolled, small.rolled, '≤ 1.3'),
      figure('P3', `${report}: ${ROWS} rows`, 'ms', smallReport, smallScan, '≤ 0.15'),
      figure('P3', `${report}: ${10 * ROWS} rows`, 'ms', largeReport, largeScan, '≤ 0.15'),
      figure('P3', 'that report of ten times the rows, against the fewer', 'ms', largeReport, smallReport, '≤ 1.3'),
    ];
  } finally {
    await embedded.stop();
  }
}

async function isFilled(url: string): Promise<boolean> {
  return on(url, async (client) => {
    const { rows } = await client.query<{ made: boolean }>("select to_regclass('setting') is not null as made");
    return Boolean(rows[0]?.made) && (await client.query("select from setting where name = 'filled'")).rows.length > 0;
  });
}

interface Copied {
  table: string;
  /** The column that distinguishes its copies. */
  key: string;
  where?: string;
}
const COPIED: readonly Copied[] = [
  { table: 'schedule', key: 'id' },
  { table: 'schedule_ingredient', key: 'schedule_id' },
  { table: 'ledger', key: 'id', where: 'and schedule_id is not null' },
];

/** Copies every schedule and its `copied` tables nine times, one transaction per copy. Continues an interrupted run. */
export async function grow(client: pg.Client, copied: readonly Copied[] = COPIED): Promise<void> {
  const tables = await tablesOf(client);
  let grown = false;
  // Foreign keys of the copies aren't checked millions of times; their roll-up is computed once at the end.
  await client.query(`do $$ declare k text; begin
    for k in select conname from pg_constraint where contype = 'f' and conrelid = 'ledger'::regclass loop
      execute format('alter table ledger drop constraint %I', k);
    end loop;
    alter table ledger disable trigger user;
  end $$`);
  for (const { table, key, where = '' } of copied) {
    const done = `grown ${table}`;
    const { rows } = await client.query<{ span: number; copies: number }>(
      `select coalesce((select (value ->> 'span')::bigint from setting where name = $1), (select max(${key}) from ${table})) as span,
              coalesce((select (value ->> 'copies')::int from setting where name = $1), 0) as copies`,
      [done],
    );
    const { span, copies } = rows[0] as { span: number; copies: number };
    const columns = tables.find((one) => one.table === table)?.columns ?? [];
    for (let copy = copies + 1; copy <= 9; copy += 1) {
      console.log(`${table}: copy ${copy} of 9 …`);
      // A copy counts as made by hand, because its period feeds once a day.
      const values = columns.map((column) =>
        column === key ? `${column} + ${copy * span}` : column === 'period_job_id' ? 'null' : column,
      );
      await client.query('begin');
      await client.query(
        `insert into ${table} (${columns}) overriding system value select ${values} from ${table} where ${key} <= ${span} ${where}`,
      );
      await client.query(
        `insert into setting (name, value) values ($1, jsonb_build_object('span', $2::bigint, 'copies', $3::int))
         on conflict (name) do update set value = excluded.value`,
        [done, span, copy],
      );
      await client.query('commit');
      grown = true;
    }
  }
  if (!grown) return;
  await client.query('select roll_up_all_stock()');
  await client.query('vacuum analyze');
}

async function measure(client: pg.Client): Promise<{ rolled: number[]; raw: number[] }> {
  await demandSame(client);
  await client.query('begin');
  await client.query(
    `update schedule_ingredient set weight_fact = weight_fact + 0.001
     where schedule_id = (select max(schedule_id) from schedule_ingredient where ${ofYear} and counted) and counted`,
  );
  await demandSame(client);
  await client.query('rollback');
  const timed = async ({ text, helpers }: { text: string; helpers: number }) => {
    await client.query(`set max_parallel_workers_per_gather = ${helpers}`);
    const took: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const started = performance.now();
      await client.query(text);
      took.push(performance.now() - started);
    }
    return median(took);
  };
  // Reports run without parallel workers (decision 048); the scan may have them.
  const [rolled, raw] = await inTurns(timed, [
    { text: ROLLED, helpers: 0 },
    { text: RAW, helpers: 2 },
  ]);
  return { rolled, raw };
}

/** The reads of stock in and out without its roll-up: every move up to the last day, with reversals under their original kind. */
const SCAN = `select l.ingredient_id, coalesce(o.kind, l.kind) as kind, sum(l.kg) as kg, sum(l.value) as value
  from ledger l left join ledger o on o.client_id = l.client_id and o.id = l.reverses_id
  where l.client_id = (select min(id) from client) and l.day <= current_date group by 1, 2`;

/** The whole report over HTTP, with sign-in, rights and notes, compared with the bare scan in SQL. */
async function measureReport(url: string): Promise<[number[], number[]]> {
  const server = await startManger({
    DATABASE_URL: url,
    DATA_DIR: mkdtempSync(join(tmpdir(), 'manger-bench-')),
    SECRET_KEY: SECRET,
    DEMO: '0',
  });
  try {
    const ask = (path: string, init?: RequestInit) =>
      fetch(`${server.url}${path}`, { ...init, headers: { 'content-type': 'application/json', ...init?.headers } });
    const headers = { authorization: `JWT ${await signedIn(ask, 'admin@manger.test')}` };
    return await on(url, async (client) => {
      await atRest(client);
      const { rows } = await client.query<{ client: number; from: string; to: string }>(
        `select min(id) as client, (current_date - 365)::text as from, current_date::text as to from client`,
      );
      const { client: id, from, to } = rows[0] as { client: number; from: string; to: string };
      const path = `/api/dashboard/clients/${id}/report/inout/?planned_on_after=${from}&planned_on_before=${to}`;
      const report = async () => {
        const answer = await ask(path, { headers });
        const { data } = (await answer.json()) as { data: { rows: unknown[] } };
        if (!answer.ok || data.rows.length === 0) throw new Error(`${path}: ${answer.status}`);
      };
      return inTurns(
        async ({ work, times }) => {
          const took: number[] = [];
          for (let time = 0; time < times; time += 1) {
            const started = performance.now();
            await work();
            took.push(performance.now() - started);
          }
          return median(took);
        },
        [
          { work: report, times: REPORTS },
          { work: async () => void (await client.query(SCAN)), times: SCANS },
        ] as const,
      );
    });
  } finally {
    await server.stop();
  }
}

/** Waits until a server has rolled up stale days after its start and computed their signals. */
export async function atRest(client: pg.Client): Promise<void> {
  const due = 'select from feeding_day_due union all select from chart_day_due where not settled limit 1';
  while ((await client.query(due)).rows.length > 0) await sleep(500);
  await client.query('vacuum analyze');
}

async function demandSame(client: pg.Client): Promise<void> {
  const [{ rows: rolled }, { rows: raw }] = [await client.query(ROLLED), await client.query(RAW)];
  if (raw.length === 0 || JSON.stringify(rolled) !== JSON.stringify(raw)) throw new Error('the roll-up differs from the weighings');
}

export async function on<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // For the session, because `work` has many transactions.
    await client.query("select set_config('timezone', 'UTC', false), set_config('manger.all_clients', 'on', false)");
    return await work(client);
  } finally {
    await client.end();
  }
}
