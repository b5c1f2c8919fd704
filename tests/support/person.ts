import { sql } from 'kysely';
import type { TestApi } from './api.ts';
import { makeClient, makeFarm } from './factories.ts';

/** Every text column and snapshot of the database that contains `needle`. */
export async function placesOf(api: TestApi, needle: string): Promise<string[]> {
  const db = api.database.acrossClients();
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select c.table_name, c.column_name from information_schema.columns c join pg_class k on k.relname = c.table_name
    where c.table_schema = 'public' and k.relkind in ('r', 'p') and not k.relispartition and c.data_type in ('text', 'jsonb', 'ARRAY')
    order by 1, 2`.execute(db);
  const found: string[] = [];
  for (const { table_name, column_name } of rows) {
    const { rows: hits } = await sql`
      select from ${sql.table(table_name)} where strpos(lower(${sql.ref(column_name)}::text), lower(${needle})) > 0 limit 1`.execute(db);
    if (hits.length > 0) found.push(`${table_name}.${column_name}`);
  }
  return found;
}

/** A client with the employee Olena Rare, who signs in, changes herself and the farm, and records feedings. */
export async function employed(api: TestApi) {
  const client = await makeClient(api);
  const { farm } = await makeFarm(client.owner);
  const made = await client.owner.post('perm/employees/create/', {
    email: 'olena.rare@farm.example',
    first_name: 'Olena',
    last_name: 'Rarename',
    phone: '+380671112233',
    about: 'Rare woman of the east barn',
    password: 'feed-the-herd-1',
  });
  const id: number = made.data.id;
  await client.owner.put(`perm/employees/${id}/`, { about: 'Rare woman of the west barn', group: null });
  const db = api.database.acrossClients();
  await db.updateTable('account').set({ user_type: 'client', must_change_password: false }).where('id', '=', id).execute();
  const caller = await api.signIn('olena.rare@farm.example');
  await caller.put(`manager/farms/${farm}/`, { zootechnician: 'somebody else' });
  await db.updateTable('account').set({ user_type: 'employee' }).where('id', '=', id).execute();
  const snapshot = JSON.stringify({
    operator: id,
    operator_name: 'Olena Rarename',
    farm: id,
    farm_name: 'Meadow',
    schedules: [
      { operator: id, operator_name: 'Olena Rarename' },
      { operator: id + 1, operator_name: 'Olena Rarename junior' },
    ],
    recipients: ['olena.rare@farm.example', 'boss@farm.example'],
  });
  await db
    .insertInto('history')
    .values({
      client_id: client.id,
      resource: 'loadings',
      resource_id: 1,
      type: 'update',
      name: 'Morning',
      user_id: null,
      user_name: 'Terminal',
      language: 'uk',
      timezone: 'UTC',
      before: snapshot,
      after: null,
    })
    .execute();
  await db
    .insertInto('attempt')
    .values({
      key: 'login olena.rare@farm.example from 203.0.113.9',
      failures: 1,
      at: new Date().toISOString(),
      next_at: new Date().toISOString(),
    })
    .execute();
  return { client, farm, id, caller };
}

/** A saved report with these recipients, each of whom got one mail. */
export async function sentTo(api: TestApi, client: { id: number; ownerId: number }, farm: number, recipients: string[]) {
  const db = api.database.acrossClients();
  const { rows } = await sql<{ subscription: number }>`
    with saved as (
      insert into additional_report (client_id, farm_id, kind, name, report_type, filters)
      values (${client.id}, ${farm}, 'filter', 'Weekly', 'upload_groups', ${JSON.stringify({ farm: [String(farm)], planned_on_after: '2026-01-01', planned_on_before: '2026-01-07' })}::jsonb) returning id
    )
    insert into report_subscription (client_id, additional_id, account_id, way, recipients, format, every, weekday, month_day, hour,
      language, period, active, link_days)
    select ${client.id}, saved.id, ${client.ownerId}, 'email', ${recipients}, 'xlsx', 'week', 1, 1, 6, 'uk', 'yesterday', true, 30 from saved
    returning id as subscription`.execute(db);
  const subscription = rows[0]?.subscription ?? 0;
  await sql`
    insert into report_sending (client_id, subscription_id, recipient, due_at, from_day, to_day, next_attempt_at, state)
    select ${client.id}, ${subscription}, recipient, '2026-01-05', '2026-01-01', '2026-01-05', '2026-01-05', 'sent'
    from unnest(${recipients}::text[]) recipient`.execute(db);
  await sql`
    insert into mail_address (client_id, email, language, state)
    select ${client.id}, email, 'uk', 'confirmed' from unnest(${recipients}::text[]) email on conflict do nothing`.execute(db);
  return { subscription };
}
