import { createHmac } from 'node:crypto';
import type pg from 'pg';
import { connected, connectTo } from './hosts.ts';
import { alone } from './installation.ts';
import { StartError } from './start-error.ts';

/** What a database knows of itself among the installations of one operator. `key` tells whether they share a secret key, without telling it. */
export interface CellRecord {
  number: number;
  key: string;
}

/** Numbers that one cell gives out of what isn't counted within a client: those of another never meet them. */
const NUMBERS_OF_EACH = 1_000_000_000;
const NUMBERED = [
  ...['client', 'account', 'activity'],
  ...['person_view', 'person_subscription', 'person_sending', 'person_address', 'person_share'],
];

export const keyMark = (secret: string): string => createHmac('sha256', secret).update('the cells of one operator').digest('base64url');

export async function readCell(client: pg.ClientBase): Promise<CellRecord | undefined> {
  const { rows } = await client.query<{ value: CellRecord }>("select value from setting where name = 'cell'");
  return rows[0]?.value;
}

/** Makes the database that of the cell: from here on its clients and accounts get numbers of the cell's own. StartError when it is another's already. */
export const numberCell = (url: string, number: number, secret: string): Promise<void> =>
  alone(url, () =>
    connected(connectTo(url), async (client) => {
      const before = await readCell(client);
      if (before && before.number !== number) throw new StartError(`CELL is ${number}, and the database is that of cell ${before.number}.`);
      await client.query('begin');
      await client.query("insert into setting (name, value) values ('cell', $1) on conflict (name) do update set value = excluded.value", [
        JSON.stringify({ number, key: keyMark(secret) } satisfies CellRecord),
      ]);
      for (const table of NUMBERED) {
        const { rows } = await client.query<{ sequence: string }>("select pg_get_serial_sequence($1, 'id') as sequence", [table]);
        const sequence = rows[0]?.sequence ?? '';
        await client.query(`select setval($1, $2) from ${sequence} where last_value < $2`, [sequence, number * NUMBERS_OF_EACH]);
      }
      await client.query('commit');
    }),
  );
