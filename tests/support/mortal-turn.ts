/**
 * One turn of a server's jobs by which signals are found, put into the outbox and sent, in a process of its own that kills itself. Says that it is ready, waits for a line, `{kill, after}`, and
 * dies at its statement number `kill`, before it is sent or (`after`) right after, whatever became of it; 0: lives to the end.
 */
import { createInterface } from 'node:readline';
import pg from 'pg';
import pino from 'pino';
import { openDatabase } from '#server/db/database.ts';
import { createMailer } from '#server/platform/runtime/mailer.ts';
import { startServices } from '#server/platform/services.ts';
import { signalMailJobs } from '#server/reports/signal-mail/jobs.ts';
import { packsSignals } from '#server/reports/signal-mail/parcel.ts';
import { findWrong } from '#server/reports/signals/jobs.ts';
import { subscriptionJobs } from '#server/reports/subscriptions/jobs.ts';

const [url = '', smtp = '', secret = ''] = process.argv.slice(2);
let statements = 0;
let order = { kill: 0, after: false };
const die = () => process.kill(process.pid, 'SIGKILL');

const sent = pg.Client.prototype.query as (...given: unknown[]) => unknown;
Object.assign(pg.Client.prototype, {
  query(...given: unknown[]) {
    statements += 1;
    const dies = statements === order.kill;
    if (dies && !order.after) die();
    const answer = sent.apply(this, given);
    // What is on its way to the database is done or not: nobody hears of it.
    if (dies) setImmediate(die);
    return answer;
  },
});

const database = openDatabase({ url, max: 4 });
const mailer = createMailer(smtp, 'Manger <reports@manger.test>');
// Of all that a server runs on, what these jobs lean on: fifty of them are loaded one after the other.
const nothing = async () => null;
const jobs = [...signalMailJobs, ...subscriptionJobs({ client: nothing, person: nothing, papers: nothing, signals: packsSignals })];
const { services } = await startServices({
  database,
  tables: new Map(),
  secret,
  log: pino({ level: 'silent' }),
  mailer,
  publicUrl: 'https://manger.test',
});
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  order = JSON.parse(line);
  statements = 0;
  await findWrong(services);
  for (const name of ['signal mails', 'report sendings']) await jobs.find((job) => job.name === name)?.run(services);
  process.stdout.write(`${statements}\n`);
  process.exit(0);
}
