import type pg from 'pg';

/** The schema that programs of analysis read. */
export const BI_SCHEMA = 'bi';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** A view with its comments. Names are plain words. */
export interface View {
  name: string;
  sql: string;
  description: string;
  columns: Readonly<Record<string, string>>;
}

/**
 * Drops the views, which would refuse changes of their tables. The schema and the roles' right to it remain. Sessions that might read the views for
 * long are ended.
 */
export async function dropBiViews(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = to_regnamespace('${BI_SCHEMA}') and relkind = 'v'`,
  );
  if (rows.length === 0) return;
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and usename like 'manger\\_bi\\_%' and pg_has_role(usename, 'usage')`,
  );
  await client.query(`drop view ${rows.map(({ name }) => `${BI_SCHEMA}.${name}`).join(', ')}`);
}

/** Creates the views in one transaction, unless they exist with this `mark`, a hash of their texts. Throws if the role may not create a schema. */
export async function createBiViews(client: pg.Client, views: readonly View[], mark: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock(721130003)');
    await client.query(`create schema if not exists ${BI_SCHEMA}`);
    const { rows } = await client.query<{ mark: string | null; views: number }>(
      `select obj_description(to_regnamespace('${BI_SCHEMA}'), 'pg_namespace') as mark,
        (select count(*)::integer from pg_class where relnamespace = to_regnamespace('${BI_SCHEMA}') and relkind = 'v') as views`,
    );
    if (rows[0]?.mark !== mark || rows[0].views !== views.length) {
      await dropBiViews(client);
      for (const view of views) await client.query(writeView(view));
      await client.query(`comment on schema ${BI_SCHEMA} is ${quoted(mark)}`);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** A barrier: conditions of a query can't see rows of other clients. Everybody may read the views, but only roles with a right to the schema reach them. */
const writeView = ({ name, sql, description, columns }: View) => `
  create view ${BI_SCHEMA}.${name} (${Object.keys(columns).join(', ')}) with (security_barrier) as ${sql};
  grant select on ${BI_SCHEMA}.${name} to public;
  comment on view ${BI_SCHEMA}.${name} is ${quoted(description)};
  ${Object.entries(columns)
    .map(([column, text]) => `comment on column ${BI_SCHEMA}.${name}.${column} is ${quoted(text)};`)
    .join('\n')}`;
