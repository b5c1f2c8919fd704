import { sql } from 'kysely';
import type { PersonalData } from '#contract/admin/personal-data.ts';
import type { Db } from '#server/db/database.ts';
import type { Context } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors.ts';
import { recordActivity } from '#server/platform/resource/history.ts';

type Account = PersonalData['account'];
type Part<K extends keyof PersonalData> = PersonalData[K] extends readonly (infer Row)[] ? Row : never;

/** All data about a person. The caller checks the right. `db` sees all clients. */
async function personalData(db: Db, id: number, now: Date): Promise<PersonalData> {
  const { rows: accounts } = await sql<Account>`
    select a.id, a.user_type, a.first_name, a.last_name, a.email, a.phone, a.former, a.language, a.units, a.clock, a.week_start, a.about, a.pins,
           coalesce(c.company_name, a.company_name) as company_name, g.name as access_group, a.locked,
           a.second_factor_on as second_factor, a.created_at
    from account a left join client c on c.id = a.client_id
    left join access_group g on g.client_id = a.client_id and g.id = a.access_group_id
    where a.id = ${id} and a.erased_at is null`.execute(db);
  const [account] = accounts;
  if (!account) throw notFound();
  const { rows: clients } = await sql<Part<'clients'>>`
    select c.id, c.company_name from client c
    where c.id in (select client_id from account where id = ${id} union select client_id from account_client where account_id = ${id})
    order by c.id`.execute(db);
  const { rows: signIns } = await sql<Part<'sign_ins'>>`
    select created_at, seen_at, ended_at, ip, agent, viewer_id as viewed_by from session where account_id = ${id} order by created_at`.execute(
    db,
  );
  const { rows: activities } = await sql<Part<'activities'>>`
    select at, action, resource, resource_id, client_id as client, ip from activity where account_id = ${id} order by id`.execute(db);
  const { rows: changes } = await sql<Part<'changes'>>`
    select at, client_id as client, resource, resource_id, type, name from history where user_id = ${id} order by at, id`.execute(db);
  const { rows: views } = await sql<Part<'views'>>`
    select id, name, report_type as report from person_view where account_id = ${id} order by id`.execute(db);
  const { rows: subscriptions } = await sql<Part<'subscriptions'>>`
    select s.client_id as client, s.id, r.name as report, lower(${account.email}) = any(s.recipients) as recipient,
           s.account_id = ${id} as author
    from report_subscription s join additional_report r on r.client_id = s.client_id and r.id = s.additional_id
    where s.account_id = ${id} or lower(${account.email}) = any(s.recipients)
    union all
    select null, s.id, v.name, lower(${account.email}) = any(s.recipients), s.account_id = ${id}
    from person_subscription s join person_view v on v.id = s.view_id
    where s.account_id = ${id} or lower(${account.email}) = any(s.recipients) order by 1, 2`.execute(db);
  const { rows: signalMails } = await sql<Part<'signal_mails'>>`
    select m.client_id as client, m.mode,
      (select count(*) from signal_mailed d where d.client_id = m.client_id and d.account_id = m.account_id)::integer as sent
    from signal_mail m where m.account_id = ${id} order by 1`.execute(db);
  const { rows: signalPushes } = await sql<Part<'signal_pushes'>>`
    select d.client_id as client, d.agent, d.since,
      (select count(*) from pushed_signal p where p.client_id = d.client_id and p.device_id = d.id)::integer as sent
    from push_device d where d.account_id = ${id} order by 1, d.id`.execute(db);
  const { rows: mailAddresses } = await sql<Part<'mail_addresses'>>`
    select client_id as client, email, state, requested_at, answered_at from mail_address where email = lower(${account.email})
    union all
    select null, email, state, requested_at, answered_at from person_address where email = lower(${account.email}) order by 1`.execute(db);
  const { rows: recorded } = await sql<PersonalData['recorded']>`
    select (select count(*) from schedule where operator_id = ${id}) as schedules,
           (select count(*) from batch where operator_id = ${id}) as batches,
           (select count(*) from ledger where user_id = ${id}) as stock_moves,
           (select count(*) from month_closing where closed_by = ${id} or reopened_by = ${id}) as month_closings`.execute(db);
  return {
    made_at: now.toISOString(),
    account,
    clients,
    sign_ins: signIns,
    activities,
    changes,
    views,
    subscriptions,
    signal_mails: signalMails,
    signal_pushes: signalPushes,
    mail_addresses: mailAddresses,
    recorded: recorded[0] ?? { schedules: 0, batches: 0, stock_moves: 0, month_closings: 0 },
  };
}

/** Exports the data and records the export. */
export async function exportOf({ services, principal, ip }: Context, id: number): Promise<{ data: PersonalData }> {
  const db = services.database.acrossClients();
  const data = await personalData(db, id, services.now());
  await recordActivity(db, { id: principal.id, name: principal.name, ip, client: principal.client }, 'export', 'users', id);
  return { data };
}
