import type pg from 'pg';
import { seeAll } from '#server/db/archive.ts';
import { keyMark, readCell } from '#server/db/cell.ts';
import { connected, connectTo } from '#server/db/hosts.ts';
import { StartError } from '#server/db/start-error.ts';
import { carryNoted, carryWhole, copyAll, type Ends, removeAll } from './carry.ts';
import { differences } from './compare.ts';
import { beginNotes, endNotes } from './notes.ts';
import { type Carried, carriedTables, quoted } from './tables.ts';

export interface Move {
  client: number;
  from: { cell: number; url: string };
  to: { cell: number; url: string };
  secret: string;
  /** Whether people of the installation who work for the client may lose it. */
  withoutConsultants?: boolean;
  /** The reports whose figures aren't the same at both ends; of all, or of those named. */
  differing?: (among?: readonly string[]) => Promise<string[]>;
  /** Called before each step. */
  step?: (step: Step) => void | Promise<void>;
}

/** In their order. `switch` is the one that counts: until it is done the client lives where it was, from then on where it moved to. */
export const STEPS = ['note', 'copy', 'catch up', 'compare', 'stop', 'carry', 'switch', 'leave'] as const;
export type Step = (typeof STEPS)[number];

/** Changes that are few enough to be carried while the client is stopped. */
const FEW = 200;
const MOST_ROUNDS = 20;

type State = { moving: 'arriving' | 'stopped' | 'left' | null; cell: number | null } | undefined;

async function stateOf(connection: pg.Client, client: number): Promise<State> {
  const { rows } = await connection.query<NonNullable<State>>('select moving, cell from client where id = $1', [client]);
  return rows[0];
}

/** One transaction that sees all clients, and whose own changes are no changes of the client. */
async function within<T>(connection: pg.Client, work: () => Promise<T>, mode = ''): Promise<T> {
  await connection.query(`begin ${mode}`);
  try {
    await seeAll(connection);
    await connection.query("select set_config('manger.move', 'on', true)");
    const result = await work();
    await connection.query('commit');
    return result;
  } catch (error) {
    await connection.query('rollback').catch(() => {});
    throw error;
  }
}

const set = (connection: pg.Client, client: number, moving: string | null, cell: number | null) =>
  within(connection, () => connection.query('update client set moving = $2, cell = $3 where id = $1', [client, moving, cell]));

/** One command at a time moves a client, at either end; the lock ends with the connection. */
async function lock(connection: pg.Client, client: number, cell: number): Promise<void> {
  const { rows } = await connection.query<{ got: boolean }>("select pg_try_advisory_lock(hashtextextended('manger move', $1)) as got", [
    client,
  ]);
  if (!rows[0]?.got) throw new StartError(`Another command is moving client ${client} at cell ${cell} just now.`);
}

async function demandCell(connection: pg.Client, { cell }: Move['from'], secret: string): Promise<void> {
  const record = await readCell(connection);
  if (record?.number !== cell) {
    throw new StartError(
      `The database given for cell ${cell} is ${record ? `that of cell ${record.number}` : 'of no cell: start it once with CELL'}.`,
    );
  }
  if (record.key !== keyMark(secret)) throw new StartError(`Cell ${cell} has another SECRET_KEY.`);
}

/** Connections to both, for one command. */
async function atBoth<T>({ client, from, to, secret }: Move, work: (here: pg.Client, there: pg.Client) => Promise<T>): Promise<T> {
  if (from.cell === to.cell) throw new StartError('Name two different cells.');
  return connected(connectTo(from.url), (here) =>
    connected(connectTo(to.url), async (there) => {
      await demandCell(here, from, secret);
      await demandCell(there, to, secret);
      const names = 'select string_agg(name || checksum, chr(10) order by name) as names from schema_migration';
      const [a, b] = await Promise.all([here, there].map((end) => end.query<{ names: string }>(names)));
      if (a?.rows[0]?.names !== b?.rows[0]?.names) throw new StartError('The cells run different versions. Update both, then move.');
      await lock(here, client, from.cell);
      await lock(there, client, to.cell);
      return work(here, there);
    }),
  );
}

/**
 * Moves a client to another cell while both run: copied as a draft, followed until little is missing, stopped for the rest, compared, and switched in one
 * transaction of the other cell. Killed anywhere it lives in one of them, and called again it ends what was begun. Whatever goes wrong before the switch
 * leaves the client where it was.
 */
export const moveClient = (move: Move): Promise<{ rows: number; stoppedMs: number }> =>
  atBoth(move, async (here, there) => {
    const { client, to, step = () => {} } = move;
    const tables = await carriedTables(here, client);
    const [source, target] = [await stateOf(here, client), await stateOf(there, client)];
    if (target && target.moving === null && source?.moving === 'stopped' && source.cell === to.cell) {
      await step('leave');
      await set(here, client, 'left', to.cell);
      return { rows: 0, stoppedMs: 0 };
    }
    demandMovable(move, source, target);
    await undo(here, there, move, tables);
    await demandFree(here, there, move);
    try {
      await step('note');
      await beginNotes(here, client, tables);
      await step('copy');
      const rows = await copy(here, there, move, tables);
      await step('catch up');
      await catchUp({ from: here, to: there, client, tables });
      await step('compare');
      // Where people recorded meanwhile one end is ahead: those are made again when both stand still.
      const ahead = (await move.differing?.()) ?? [];
      await roundOf({ from: here, to: there, client, tables }, 'none');
      await step('stop');
      const stopped = performance.now();
      await set(here, client, 'stopped', to.cell);
      await step('carry');
      const carried = await roundOf({ from: here, to: there, client, tables }, 'touched');
      if (carried.differing.length > 0)
        throw new StartError(`The copy isn't the same: ${carried.differing.join(', ')}. Nothing was moved.`);
      const reports = ahead.length > 0 ? ((await move.differing?.(ahead)) ?? []) : [];
      if (reports.length > 0) throw new StartError(`Reports of the copy differ: ${reports.join(', ')}. Nothing was moved.`);
      await step('switch');
      await set(there, client, null, null);
      const stoppedMs = Math.round(performance.now() - stopped);
      await step('leave');
      await set(here, client, 'left', to.cell);
      return { rows, stoppedMs };
    } catch (error) {
      // Whether the switch was done only that cell can say. Where its connection broke nothing is said: the command, called again, finds out.
      const isUndone = await stateOf(there, client).then(
        (state) => state?.moving !== null,
        () => false,
      );
      if (isUndone) await undo(here, there, move, tables);
      throw error;
    }
  });

function demandMovable({ client, from, to }: Move, source: State, target: State): void {
  if (source?.moving === 'left' && source.cell === to.cell && target?.moving === null)
    throw new StartError(`Client ${client} lives in cell ${to.cell} already. Delete its old copy with the word delete.`);
  if (!source) throw new StartError(`There is no client ${client} in cell ${from.cell}.`);
  if (source.moving === 'arriving' || source.moving === 'left')
    throw new StartError(`Client ${client} doesn't live in cell ${from.cell}, but in cell ${source.cell}.`);
  if (source.moving === 'stopped' && source.cell !== to.cell)
    throw new StartError(`Client ${client} is on its way to cell ${source.cell}. End that first, or take it back with the word stay.`);
  if (target?.moving === 'left')
    throw new StartError(`Cell ${to.cell} still has an old copy of client ${client}. Delete it first with the word delete.`);
  if (target && !(target.moving === 'arriving' && target.cell === from.cell))
    throw new StartError(`The number ${client} is another client's in cell ${to.cell}, made before it was a cell. Move it as an archive.`);
}

/** As if nothing had been begun: no draft there, and here it takes writes. */
async function undo(here: pg.Client, there: pg.Client, { client }: Move, tables: readonly Carried[]): Promise<void> {
  if ((await stateOf(there, client))?.moving === 'arriving') await within(there, () => removeAll(there, client, tables));
  if ((await stateOf(here, client))?.moving === 'stopped') await set(here, client, null, null);
  await endNotes(here, client);
  await within(here, () => here.query('delete from client_change where client_id = $1', [client]));
}

/** Names, emails and numbers that are somebody else's there, and people who would lose the client. */
async function demandFree(here: pg.Client, there: pg.Client, { client, from, to, withoutConsultants }: Move): Promise<void> {
  const { rows: people } = await here.query<{ id: number; email: string; phone: string; deleted: boolean }>(
    'select id, email, phone, deleted from account where client_id = $1',
    [client],
  );
  const active = people.filter(({ deleted }) => !deleted);
  const { rows: taken } = await there.query<{ email: string }>(
    `select email from account where id = any($1::bigint[]) or not deleted and (lower(email) = any($2) or phone <> '' and phone = any($3))`,
    [people.map(({ id }) => id), active.map(({ email }) => email.toLowerCase()), active.map(({ phone }) => phone)],
  );
  if (taken.length > 0)
    throw new StartError(
      `In cell ${to.cell} there are people of the same email, phone or number: ${taken.map(({ email }) => email).join(', ')}.`,
    );
  const { rows: own } = await here.query<{ name: string }>('select company_name as name from client where id = $1', [client]);
  const { rows: named } = await there.query('select from client where lower(company_name) = lower($1)', [own[0]?.name]);
  if (named.length > 0) throw new StartError(`Cell ${to.cell} has a client named ${own[0]?.name}. Rename one of them.`);
  const { rows: consultants } = await here.query<{ email: string }>(
    'select a.email from account_client c join account a on a.id = c.account_id where c.client_id = $1 and not a.deleted order by 1',
    [client],
  );
  if (consultants.length > 0 && !withoutConsultants) {
    throw new StartError(
      `These work for client ${client} with an account of cell ${from.cell}, which doesn't move: ${consultants.map(({ email }) => email).join(', ')}. Give them one in cell ${to.cell}, under another email, after the move, and add the word without-consultants.`,
    );
  }
}

/** A transaction that sees one instant of the client, and one that writes its draft. */
const betweenBoth = <T>({ from, to }: Pick<Ends, 'from' | 'to'>, work: () => Promise<T>): Promise<T> =>
  within(from, () => within(to, work), 'isolation level repeatable read read only');

async function copy(here: pg.Client, there: pg.Client, { client, from }: Move, tables: readonly Carried[]): Promise<number> {
  await makeMonths(here, there, client, 'all');
  return betweenBoth({ from: here, to: there }, () => copyAll({ from: here, to: there, client, tables }, from.cell));
}

const MONTHS = {
  all: `select planned_on from schedule_ingredient where client_id = $1 union all select planned_on from schedule_group where client_id = $1`,
  changed: `select (key ->> 'planned_on')::date as planned_on from client_change where client_id = $1 and key ? 'planned_on'`,
};

/** The facts lie by months, each of which has to be there before a row of it. */
async function makeMonths(here: pg.Client, there: pg.Client, client: number, of: keyof typeof MONTHS): Promise<void> {
  const { rows } = await within(here, () =>
    here.query<{ month: string }>(`select distinct to_char(planned_on, 'YYYY-MM-01') as month from (${MONTHS[of]}) f`, [client]),
  );
  for (const { month } of rows) await within(there, () => there.query('select ensure_month($1)', [month]));
}

/** Follows until little is missing, and then compares all rows, of one instant. */
async function catchUp(ends: Ends): Promise<void> {
  for (let round = 1; ; round += 1) {
    const { carried } = await roundOf(ends, 'none');
    if (carried <= FEW || round === MOST_ROUNDS) break;
  }
  const { differing } = await roundOf(ends, 'all');
  if (differing.length > 0) throw new StartError(`The copy isn't the same: ${differing.join(', ')}. Nothing was moved.`);
}

/**
 * Carries what was noted until now. The notes go once it is there: those of a round that was killed are carried again. Compares rows of all tables, or of
 * those that this round touched, which are enough where all were the same before it.
 */
async function roundOf(ends: Ends, compares: 'none' | 'touched' | 'all'): Promise<{ carried: number; differing: string[] }> {
  const { from, to, client, tables } = ends;
  await makeMonths(from, to, client, 'changed');
  const { ids, differing } = await betweenBoth(ends, async () => {
    const { ids, touched } = await carryNoted(ends);
    await carryWhole(ends);
    await raiseSequences(to, tables);
    if (compares === 'none') return { ids, differing: [] };
    const compared = compares === 'all' ? tables : tables.filter((table) => table.by === 'whole' || touched.includes(table));
    return { ids, differing: await differences({ ...ends, tables: compared }) };
  });
  await within(from, () => from.query('delete from client_change where client_id = $1 and id = any($2::bigint[])', [client, ids]));
  return { carried: ids.length, differing };
}

/** New rows get numbers above those that came. */
async function raiseSequences(connection: pg.Client, tables: readonly Carried[]): Promise<void> {
  // What each cell numbers from its own start keeps to it.
  for (const { table, where } of tables.filter(({ key, columns }) => key.includes('id') && key.length === 2 && columns.includes('id'))) {
    const { rows } = await connection.query<{ sequence: string | null }>("select pg_get_serial_sequence($1, 'id') as sequence", [table]);
    const sequence = rows[0]?.sequence;
    if (!sequence) continue;
    await connection.query(
      `select setval($1, most) from (select max(id) as most from ${quoted(table)} where ${where}) t where most > (select last_value from ${sequence})`,
      [sequence],
    );
  }
}

/** Takes a move back that didn't come to its end: the draft is gone, and the client takes writes where it was. */
export const stayClient = (move: Move): Promise<void> =>
  atBoth(move, async (here, there) => {
    const { client, from, to } = move;
    const [source, target] = [await stateOf(here, client), await stateOf(there, client)];
    if (target?.moving === null && source?.moving !== null) throw new StartError(`Client ${client} lives in cell ${to.cell} already.`);
    if (source?.moving === 'left') throw new StartError(`Client ${client} doesn't live in cell ${from.cell}.`);
    await undo(here, there, move, await carriedTables(here, client));
  });

/** Deletes the old copy of a client that moved; gives whether there was one. */
export const deleteOldCopy = (move: Move): Promise<void> =>
  atBoth(move, async (here, there) => {
    const { client, from, to } = move;
    const [source, target] = [await stateOf(here, client), await stateOf(there, client)];
    if (source?.moving !== 'left') throw new StartError(`Cell ${from.cell} has no old copy of client ${client}.`);
    if (target?.moving !== null) throw new StartError(`Client ${client} doesn't live in cell ${to.cell}. Nothing was deleted.`);
    const tables = await carriedTables(here, client);
    await within(here, () => removeAll(here, client, tables));
    await endNotes(here, client);
  });
