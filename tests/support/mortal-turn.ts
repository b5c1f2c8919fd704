/**
 * One run of the jobs that find and mail signals, in a process that kills itself. It announces that it is ready, reads a line `{kill,
 * after}`, and dies at statement number `kill`, before sending it or right after (`after`). 0 lets it live.
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
    // A statement on its way is executed or not; its answer isn't read.
    if (dies) setImmediate(die);
    return answer;
  },
});

const database = openDatabase({ url, max: 4 });
const mailer = createMailer(smtp, 'Manger <reports@manger.test>');
// Only the services that these jobs use, because fifty such processes start in sequence.
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
