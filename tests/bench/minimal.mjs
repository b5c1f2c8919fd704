// The baseline of the benchmarks: Hono and pg, no sign-in, no rights, no tenants. It runs the same statements as our server for the same
// address (recorded beforehand, in the same batches), and a bare insert.
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import pg from 'pg';

pg.types.setTypeParser(1700, Number);
pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1082, (text) => text);

const { DATABASE_URL, PORT, RECORDED } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 16 });
const recorded = RECORDED ? JSON.parse(readFileSync(RECORDED, 'utf8')) : {};

const app = new Hono();
app.get('/healthz', async (http) => {
  await pool.query('select 1');
  return http.json({ status: 'ok' });
});
app.get('/api/*', async (http) => {
  const url = new URL(http.req.url);
  const answers = [];
  for (const batch of recorded[url.pathname + url.search]) {
    answers.push(...(await Promise.all(batch.map(({ text, values }) => pool.query(text, values)))));
  }
  return http.json({ data: answers.map((answer) => answer.rows) });
});
app.post('/insert', async (http) => {
  const row = await http.req.json();
  const { rows } = await pool.query(
    `insert into delivery (client_id, farm_id, delivery_type, ingredient_id, value, price, delivered_at)
     values ($1, $2, $3, $4, $5, $6, now()) returning id`,
    [row.client, row.farm, row.delivery_type, row.ingredient, row.value, row.price],
  );
  return http.json({ data: rows[0] }, 201);
});
const server = serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' });
process.on('SIGTERM', () => {
  server.close();
  pool.end();
});
