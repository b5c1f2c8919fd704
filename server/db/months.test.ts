import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url, options: '-c lock_timeout=5000 -c manger.all_clients=on' });
  await client.connect();
  return client;
}

/** Parts of a partition that rows rely on, in every month. */
const SHAPE = `
  select 'column' as kind, concat_ws(' ', attname, atttypid::regtype, attnotnull, pg_get_expr(adbin, adrelid)) as is
  from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum where attrelid = $1::regclass and attnum > 0
  union all select 'constraint', pg_get_constraintdef(oid) from pg_constraint where conrelid = $1::regclass
  union all select 'index', regexp_replace(pg_get_indexdef(indexrelid), ' (INDEX|ON) \\S+', '', 'g')
    || (select ' of ' || inhparent::regclass from pg_inherits where inhrelid = indexrelid) from pg_index where indrelid = $1::regclass
  union all select 'row security', concat_ws(' ', relrowsecurity, relforcerowsecurity, relispartition) from pg_class where oid = $1::regclass
  order by 1, 2`;

test('creating a month and running a report don’t block each other', async () => {
  const [reader, writer] = await Promise.all([connected(), connected()]);
  try {
    for (const [first, then] of [
      ['schedule_ingredient', 'schedule_group'],
      ['schedule_group', 'schedule_ingredient'],
    ]) {
      await reader.query(`begin; select count(*) from ${first}`);
      await writer.query(`begin; select ensure_month('${first === 'schedule_group' ? '2031-05-01' : '2031-06-01'}')`);
      await reader.query(`select count(*) from ${then}; commit`);
      await writer.query('commit');
    }
  } finally {
    await Promise.all([reader.end(), writer.end()]);
  }
});

test.each(['schedule_ingredient', 'schedule_group'])(
  'a month that is attached to %s is what one made within it would be',
  async (table) => {
    const client = await connected();
    try {
      await client.query("select ensure_month('2031-08-01')");
      await client.query(`create table ${table}_within partition of ${table} for values from ('2031-09-01') to ('2031-10-01');
      alter table ${table}_within enable row level security; alter table ${table}_within force row level security`);
      const [attached, within] = [
        (await client.query(SHAPE, [`${table}_203108`])).rows,
        (await client.query(SHAPE, [`${table}_within`])).rows,
      ];
      expect(attached.length).toBeGreaterThan(20);
      expect(attached).toEqual(within);
    } finally {
      await client.end();
    }
  },
);
