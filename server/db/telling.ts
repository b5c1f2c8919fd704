import pg from 'pg';

export const ALL = 'all';
/** One client, or all clients, requested by name. */
export type Tenant = number | typeof ALL;

/** Settings of a pool's sessions: set at their start, or by each transaction if a pooler shares connections. */
export interface Conditions {
  readonly settings: Readonly<Record<string, string>>;
  readonly readOnly: boolean;
}

export const startOptions = ({ settings, readOnly }: Conditions): string =>
  Object.entries({ ...settings, ...(readOnly ? { default_transaction_read_only: 'on' } : {}) })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/**
 * The settings that a transaction makes before its first statement and loses at its end: its tenant. Nothing depends on the previous user
 * of the connection, or on a pooler's choice of connection.
 */
export interface Telling {
  readonly text: string;
  /** Values of the prepared statement. Shared connections have no prepared statement. */
  readonly values?: readonly string[];
  /** The name of that statement. */
  readonly prepared?: string;
}

const TENANT = ['manger.client_id', 'manger.all_clients'] as const;

const TELLS_TENANT = `select ${TENANT.map((name, index) => `set_config('${name}', $${index + 1}, true)`).join(', ')}`;
/** The prepared form, sent once when a connection opens. */
export const PREPARED = { name: 'manger tenant', text: TELLS_TENANT, values: ['', ''] } as const;
/** The same, with a generic plan for the following statement. */
export const PREPARED_ANY_PLAN = {
  ...PREPARED,
  name: 'manger tenant, any plan',
  text: `${TELLS_TENANT}, set_config('plan_cache_mode', 'force_generic_plan', true)`,
} as const;
export const anyPlan = (telling: Telling): Telling => ({ ...telling, prepared: PREPARED_ANY_PLAN.name });

/** `shared`: settings for connections that bring none of their own. */
export function tellingOf(tenant: Tenant, shared?: Conditions): Telling {
  const values = tenant === ALL ? ['', 'on'] : [String(Number(tenant)), 'off'];
  const settings = TENANT.map((name, index) => [name, values[index] ?? '']);
  if (shared) settings.push(...Object.entries(shared.settings), ...(shared.readOnly ? [['transaction_read_only', 'on']] : []));
  const text = `select ${settings.map(([name, value]) => `set_config('${name}', '${value}', true)`).join(', ')}`;
  return shared ? { text } : { text, values };
}

interface Protocol {
  parse(statement: { text: string }): void;
  bind(statement: { statement?: string; values?: readonly string[] }): void;
  execute(portal: object): void;
}

/** Members that pg's own type lacks. */
interface QueryParts extends pg.Submittable {
  prepare(connection: Protocol): void;
  handleDataRow(row: unknown): void;
  handleCommandComplete(message: unknown, connection: unknown): void;
}
const Query = pg.Query as unknown as new (
  config: pg.QueryConfig & { queryMode: 'extended' },
  values: undefined,
  callback: (error: Error | null, result: pg.QueryResult) => void,
) => QueryParts;

/** A statement that is its own transaction and sets its tenant in it: only the protocol's `Sync` ends the transaction. */
export class ToldQuery extends Query {
  readonly #telling: Telling;
  #isTold = false;

  constructor(telling: Telling, statement: pg.QueryConfig, callback: (error: Error | null, result: pg.QueryResult) => void) {
    super({ ...statement, queryMode: 'extended' }, undefined, callback);
    this.#telling = telling;
  }

  override prepare(connection: Protocol): void {
    const { text, values, prepared = PREPARED.name } = this.#telling;
    if (values) connection.bind({ statement: prepared, values });
    else {
      connection.parse({ text });
      connection.bind({});
    }
    connection.execute({});
    super.prepare(connection);
  }

  override handleDataRow(row: unknown): void {
    if (this.#isTold) super.handleDataRow(row);
  }

  override handleCommandComplete(message: unknown, connection: unknown): void {
    if (this.#isTold) super.handleCommandComplete(message, connection);
    this.#isTold = true;
  }
}
