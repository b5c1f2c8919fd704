import { setFlagsFromString } from 'node:v8';
import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';
import { createApp } from '#server/app.ts';
import { openDatabase } from '#server/db/database.ts';
import { takePort } from '#server/http.ts';
import { startServices } from '#server/platform/services.ts';
import { tables } from '#server/tables.ts';
import { SECRET } from '#tests/support/api.ts';

// The server of a benchmark at a fixed moment, without jobs, with the memory settings of `bin/main.ts`.
setFlagsFromString('--heap-growing-percent=40');

const { DATABASE_URL = '', PORT, NOW = '' } = process.env;
const door = await takePort('127.0.0.1', Number(PORT));
const database = openDatabase({ url: DATABASE_URL });
const { services, events } = await startServices({
  database,
  tables,
  secret: SECRET,
  log: pino({ level: 'error' }),
  now: () => new Date(NOW),
});
const app = createApp({ services, events, version: 'bench' });
door.open(getRequestListener(app.fetch));
process.on('SIGTERM', async () => {
  await door.close();
  await events.close();
  await database.close();
  process.exit(0);
});
