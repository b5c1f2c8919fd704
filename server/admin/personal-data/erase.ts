import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { notifyPerson } from '#server/admin/people/account-fields.ts';
import { forgetAttempts } from '#server/admin/people/sign-in-limits.ts';
import type { Tx } from '#server/db/database.ts';
import { hashPassword } from '#server/platform/auth/passwords.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { conflict, notFound } from '#server/platform/errors.ts';
import { recordActivity } from '#server/platform/resource/history.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';

interface Person {
  id: number;
  client_id: number | null;
  user_type: string;
  is_superadmin: boolean;
}

/** All present and former names, emails and phones of the person, in lower case. */
interface Known {
  names: string[];
  emails: string[];
  phones: string[];
}

/**
 * Erases a person's identity. The account stays, so that records keep their author, and is called "deleted user № …", in history too:
 * nothing else in history is ever changed (docs/decisions/021-erasure-empties-the-account.md). `context` sees all clients; the caller's
 * access to the person was checked before.
 */
export async function erasePerson(context: ClientContext, id: number): Promise<void> {
  const { principal, services } = context;
  if (id === principal.id) throw conflict('own_account');
  const mark = (await textsOf(context.language))('core:deleted_user', { id });
  // A random unknown password, so that nobody can sign in, independently of the row's other fields.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  await context.write(async (tx) => {
    const person = await lockPerson(tx, id);
    await demandAnother(tx, person);
    const known = await readKnownNames(tx, person);
    await forgetSignIns(tx, person, known);
    await eraseAccount(tx, person, mark, passwordHash);
    await eraseTraces(tx, person, known, mark);
    await eraseFromSendings(tx, person, known, mark);
    await recordActivity(tx, { id: principal.id, name: principal.name, ip: context.ip, client: person.client_id }, 'erase', 'users', id);
    await notifyPerson(tx, { id, client: person.client_id });
  });
  services.principals.forget();
}

/**
 * Takes the lock that all writers of the person's name take first (migration 024): earlier writes are finished, later ones find the mark.
 */
async function lockPerson(tx: Tx, id: number): Promise<Person> {
  const { rows } = await sql<Person>`
    select id, client_id, user_type, is_superadmin from account
    where id = ${id} and erased_at is null for update`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** 409 if nobody would remain for the person's responsibilities. Locks the others, so that two aren't erased at once. */
async function demandAnother(tx: Tx, { id, client_id, user_type, is_superadmin }: Person): Promise<void> {
  if (is_superadmin) {
    const { rows } = await sql`select from account where is_superadmin and not deleted and not locked and id <> ${id} for update`.execute(
      tx,
    );
    if (rows.length === 0) throw conflict('last_owner');
  }
  if (user_type === 'client') {
    const { rows } = await sql<{ user_type: string }>`
      select user_type from account where client_id = ${client_id} and not deleted and id <> ${id} for update`.execute(tx);
    if (rows.length > 0 && !rows.some((other) => other.user_type === 'client')) throw conflict('last_owner');
  }
}

/** Collects names from the account, its former values, its history, and rows with its name; not those that belong to others now. */
async function readKnownNames(tx: Tx, { id, client_id }: Person): Promise<Known> {
  const { rows } = await sql<{ name: string }>`
    with own as (select * from account where id = ${id}), snapshot as (
      select each.snapshot from history h cross join lateral (values (h.before), (h.after)) each (snapshot)
      where h.client_id = ${client_id} and h.resource = 'employees' and h.resource_id = ${id} and each.snapshot is not null
    )
    select lower(trim(name)) as name from (
      select unnest(array[email, phone, trim(first_name || ' ' || last_name)] || former) as name from own
      union select unnest(array[snapshot ->> 'email', snapshot ->> 'phone', concat_ws(' ', snapshot ->> 'first_name', snapshot ->> 'last_name')])
      from snapshot
      union select user_name from history where user_id = ${id}
      union select user_name from activity where account_id = ${id}
    ) known
    where trim(name) <> '' and not exists (
      select from account other where other.id <> ${id} and other.erased_at is null and lower(trim(name)) in (lower(other.email), other.phone))`.execute(
    tx,
  );
  const known = [...new Set(rows.map(({ name }) => name))];
  const emails = known.filter((name) => /^\S+@\S+$/.test(name));
  const phones = known.filter((name) => /^\+?\d{5,}$/.test(name));
  return { emails, phones, names: known.filter((name) => !emails.includes(name) && !phones.includes(name)) };
}

async function forgetSignIns(tx: Tx, { id }: Person, { emails, phones }: Known): Promise<void> {
  await sql`delete from session where account_id = ${id} or viewer_id = ${id}`.execute(tx);
  await sql`delete from recovery_code where account_id = ${id}`.execute(tx);
  await sql`delete from account_client where account_id = ${id}`.execute(tx);
  await forgetAttempts(tx, id, [...emails, ...phones]);
}

async function eraseAccount(tx: Tx, { id }: Person, mark: string, passwordHash: string): Promise<void> {
  await tx
    .updateTable('account')
    .set((row) => ({
      first_name: '',
      last_name: mark,
      email: `erased-${id}@erased.invalid`,
      phone: '',
      about: '',
      company_name: '',
      former: [],
      pins: [],
      password_hash: passwordHash,
      second_factor_on: false,
      second_factor: null,
      second_factor_step: 0,
      is_superadmin: false,
      access_group_id: null,
      locked: true,
      deleted: true,
      erased_at: sql<string>`now()`,
      token_version: row('token_version', '+', 1),
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

/** Replaces the person in history and in the activity log. */
async function eraseTraces(tx: Tx, { id, client_id }: Person, { names, emails }: Known, mark: string): Promise<void> {
  await sql`update activity set user_name = ${mark}, ip = '' where account_id = ${id}`.execute(tx);
  await sql`update history set user_name = ${mark} where user_id = ${id}`.execute(tx);
  const blank = JSON.stringify({ first_name: '', last_name: mark, email: '', phone: '', about: '' });
  await sql`
    update history set name = ${mark}, before = before || ${blank}::jsonb, after = after || ${blank}::jsonb
    where client_id = ${client_id} and resource = 'employees' and resource_id = ${id}`.execute(tx);
  // In the notation of a snapshot's text: whole values, not parts. Only snapshots with such a value are parsed.
  const values = sql`array(select to_jsonb(name)::text from unnest(${[...names, ...emails]}::text[]) as name)`;
  await sql`
    update history set before = without_person(before, ${id}, ${emails}, ${mark}), after = without_person(after, ${id}, ${emails}, ${mark})
    where exists (select from unnest(${values}) as value
      where strpos(lower(before::text), value) > 0 or strpos(lower(after::text), value) > 0)`.execute(tx);
}

/** Removes the person from recipients of saved reports. Those mailed in the person's name end, as for a locked account. */
async function eraseFromSendings(tx: Tx, { id }: Person, { emails }: Known, mark: string): Promise<void> {
  await sql`
    update report_subscription set stopped = 'locked', next_at = null, secret_hash = null, link_expires_at = null, version = version + 1
    where account_id = ${id}`.execute(tx);
  const left = sql`array(select r from unnest(recipients) r where lower(r) <> all(${emails}))`;
  await sql`
    update report_subscription set recipients = ${left}, version = version + 1, active = active and cardinality(${left}) > 0,
           next_at = case when cardinality(${left}) > 0 then next_at end
    where recipients && ${emails}`.execute(tx);
  await sql`
    update person_subscription set recipients = ${left}, version = version + 1, active = active and cardinality(${left}) > 0,
           next_at = case when cardinality(${left}) > 0 then next_at end
    where recipients && ${emails}`.execute(tx);
  // Reports over clients are the person's alone: views, mails, pages, and answers to those mails.
  for (const table of ['person_view', 'person_share', 'person_address', 'person_mail_day'])
    await sql`delete from ${sql.table(table)} where account_id = ${id}`.execute(tx);
  for (const table of ['signal_mailed', 'signal_mail', 'push_device'])
    await sql`delete from ${sql.table(table)} where account_id = ${id}`.execute(tx);
  // Before the outbox, in the lock order of answers by a mail's link.
  await sql`delete from mail_address where email = any(${emails})`.execute(tx);
  await sql`delete from person_address where email = any(${emails})`.execute(tx);
  await sql`delete from report_sending where lower(recipient) = any(${emails}) and state in ('waiting', 'held')`.execute(tx);
  await sql`delete from person_sending where lower(recipient) = any(${emails}) and state in ('waiting', 'held')`.execute(tx);
  // The key of a mail contains its recipient. If a person has two mails under two emails, the second gets a mark of its own.
  for (const [table, key] of [
    ['report_sending', 'client_id'],
    ['person_sending', 'account_id'],
  ] as const) {
    const row = (of: string) => sql.join([key, 'subscription_id', 'due_at'].map((column) => sql.ref(`${of}.${column}`)));
    await sql`
      delete from ${sql.table(table)} s using ${sql.table(table)} other
      where lower(s.recipient) = any(${emails}) and lower(other.recipient) = any(${emails}) and other.id < s.id
        and (${row('other')}) = (${row('s')})`.execute(tx);
    await sql`update ${sql.table(table)} set recipient = ${mark}, error = '' where lower(recipient) = any(${emails})`.execute(tx);
  }
}
