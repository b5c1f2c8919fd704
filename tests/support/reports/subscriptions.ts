import { sql } from 'kysely';
import type { subscriptions } from '#contract/reports/subscriptions.ts';
import type { RowOf } from '#contract/resource.ts';
import { createMailer } from '#server/platform/runtime/mailer.ts';
import { reportsJobs } from '#server/reports/index.ts';
import type { Caller, TestApi } from '#tests/support/api.ts';
import { startMailServer } from '#tests/support/mail-server.ts';

export type Made = RowOf<typeof subscriptions>;

/** Connects the app with a real mail server. */
export async function withMail(api: TestApi) {
  const mail = await startMailServer();
  api.services.mailer = createMailer(mail.url, 'Manger <reports@manger.test>');
  return mail;
}

/** Confirms all present addresses without a mail. */
export const confirmAll = ({ database }: Pick<TestApi, 'database'>) =>
  sql`update mail_address set state = 'confirmed', next_attempt_at = null`.execute(database.acrossClients());

export async function makeSaved(caller: Caller, farm: number, values: object = {}): Promise<{ id: number; name: string }> {
  const { status, data, errors } = await caller.post('report/additional/', {
    farm,
    kind: 'filter',
    name: 'Групи за тиждень',
    report_type: 'upload_groups',
    filters: { farm: [String(farm)], planned_on_after: '2026-01-01', planned_on_before: '2026-01-07' },
    ...values,
  });
  if (status !== 201) throw new Error(JSON.stringify(errors));
  return data;
}

export const DAILY = {
  way: 'email',
  recipients: ['boss@farm.test'],
  format: 'xlsx',
  language: 'uk',
  period: 'yesterday',
  hour: 6,
} as const;

/** One run of the job that sends reports. Several concurrent runs act as several servers. */
export const turn = ({ services }: Pick<TestApi, 'services'>) => reportsJobs.find(({ name }) => name === 'report sendings')!.run(services);
