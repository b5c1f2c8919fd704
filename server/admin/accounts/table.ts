import { sql } from 'kysely';
import { accounts, isOfClient } from '#contract/admin/accounts.ts';
import { LANGUAGE_CURRENCIES, type Language } from '#contract/kinds.ts';
import { firstConventions } from '#contract/words.ts';
import {
  demandOwnSignInKept,
  endedByLock,
  notifyPerson,
  passwordColumn,
  personOrder,
  personOrderings,
  personSearch,
  personTitle,
} from '#server/admin/people/account-fields.ts';
import { conventionsOfChange, ownConventions } from '#server/admin/people/conventions.ts';
import type { Tx } from '#server/db/database.ts';
import { conflict, demandFound, invalid } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import type { AnyRow, Input, TableOf } from '#server/platform/resource/table.ts';

export const userTable: TableOf<typeof accounts, 'account'> = {
  contract: accounts,
  table: 'account',
  installation: true,
  joins: 'left join client on client.id = t.client_id',
  fields: {
    second_factor: 't.second_factor_on',
    company_name: 'coalesce(client.company_name, t.company_name)',
    client: 't.client_id',
    clients: 'array(select ac.client_id from account_client ac where ac.account_id = t.id order by 1)',
  },
  columns: { client: null, clients: null, modules: null, currency: null, password: null },
  visibleTo: () => sql`t.erased_at is null`,
  search: [...personSearch, 'client.company_name'],
  order: personOrder,
  orderings: personOrderings,
  title: personTitle,
  changesAccess: true,
  remove: 'never',
  prepare: oneByOne(async (tx, context, { input, before }) => {
    if (before) {
      demandSameKind(before, input);
      demandOwnSignInKept(context, before, input);
      if (before.is_superadmin && endsAdministrator(input)) await demandAnotherAdministrator(tx, before.id);
      if (before.id === context.principal.id && (input.locked || input.is_superadmin === false)) {
        throw invalid(input.locked ? 'locked' : 'is_superadmin', 'invalid_value');
      }
      return { ...conventionsOfChange(before.language, input.language), ...endedByLock(before, input) };
    }
    if (input.is_superadmin && input.user_type !== 'admin') throw invalid('is_superadmin', 'invalid_value');
    const client = isOfClient(input.user_type) ? await chooseClient(tx, input) : null;
    return { ...(await passwordColumn(tx, input)), ...(await ownConventions(tx, input.language as Language, client)), client_id: client };
  }),
  afterWrite: oneByOne(async (tx, _context, { id, input, before }) => {
    await notifyPerson(tx, { id, client: before?.client ?? input.client ?? null });
    const clients = input.clients as number[] | undefined;
    const type = String(input.user_type ?? before?.user_type);
    if (!clients || (type !== 'consultant' && type !== 'staff')) return;
    const { rows } = await sql<{ id: number }>`select id from client where id = any(${clients})`.execute(tx);
    demandFound(clients, rows, 'clients.*');
    await sql`delete from account_client where account_id = ${id} and client_id <> all(${clients})`.execute(tx);
    await sql`insert into account_client (account_id, client_id) select ${id}, unnest(${clients}::bigint[]) on conflict do nothing`.execute(
      tx,
    );
  }),
};

const endsAdministrator = ({ locked, is_superadmin, user_type }: Input) =>
  locked || is_superadmin === false || (user_type ?? 'admin') !== 'admin';

/** 409 if no super administrator who can sign in would remain. Locks all of them, so that two who lock each other run in sequence. */
async function demandAnotherAdministrator(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ id: number; locked: boolean }>`
    select id, locked from account where is_superadmin and not deleted order by id for update`.execute(tx);
  if (!rows.some((row) => row.id !== id && !row.locked)) throw conflict('last_owner');
}

/** Keeps a client's person in that client. People of the installation may change their role. */
function demandSameKind(before: AnyRow, input: Input): void {
  if (input.user_type !== undefined && isOfClient(before.user_type) !== isOfClient(input.user_type)) {
    throw invalid('user_type', 'invalid_value');
  }
  if (input.client !== undefined && input.client !== before.client) throw invalid('client', 'invalid_value');
  if ((input.is_superadmin ?? before.is_superadmin) && (input.user_type ?? before.user_type) !== 'admin') {
    throw invalid('is_superadmin', 'invalid_value');
  }
}

/** The named client, or a new one with the given company name. */
async function chooseClient(tx: Tx, input: Input): Promise<number> {
  if (input.client !== null && input.client !== undefined) {
    const { rows } = await sql<{ id: number }>`select id from client where id = ${input.client}`.execute(tx);
    if (!rows[0]) throw invalid('client', 'invalid_value');
    return rows[0].id;
  }
  const name = String(input.company_name ?? '').trim();
  const taken = await sql`select 1 from client where lower(company_name) = lower(${name})`.execute(tx);
  if (taken.rows.length > 0) throw invalid('company_name', 'not_unique');
  const modules = (input.modules as string[] | undefined) ?? ['manger'];
  const currency = input.currency ?? LANGUAGE_CURRENCIES[input.language as Language];
  const { units, clock, week_start } = firstConventions(input.language as Language);
  const { rows } = await sql<{ id: number }>`
    insert into client (company_name, modules, currency, units, clock, week_start)
    values (${name}, ${modules}, ${currency}, ${units}, ${clock}, ${week_start}) returning id`.execute(tx);
  return rows[0]?.id ?? 0;
}
