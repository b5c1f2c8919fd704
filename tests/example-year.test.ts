import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { expect } from 'vitest';
import { connectManger, readDays } from '../examples/typescript/manger.ts';
import { test as base } from './support/test.ts';

const test = base.override({ template: 'tiny' });

test('the generated client reads a year of a report, with the report’s sums', async ({ api, onTestFinished }) => {
  const owner = await api.signIn('owner@manger.test');
  const address = await new Promise<string>((resolve) => {
    const server = serve({ fetch: api.app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) =>
      resolve(`http://127.0.0.1:${port}`),
    );
    onTestFinished(() => new Promise<void>((closed) => void server.close(() => closed())));
  });
  const farm = (await owner.get('manager/farms/dashboard/')).data[0].id;
  const { data: key } = await owner.post('manager/keys/', { farm, name: 'Year', scopes: ['read_reports'], all_farms: true });
  const last = new Date(api.services.now());
  const [from, to] = [new Date(last.getTime() - 364 * 86_400_000), last].map((day) => day.toISOString().slice(0, 10));
  const rows = await readDays(connectManger(address, key.secret), from ?? '', to ?? '');
  const { data } = await owner.get(`report/planfeed/make/?planned_on_after=${from}&planned_on_before=${to}`);
  expect(rows.length).toBeGreaterThan(100);
  for (const name of ['plan', 'fact', 'cost'] as const) {
    expect(rows.reduce((sum, row) => sum + (row[name] ?? 0), 0)).toBeCloseTo(data.totals[name], 2);
  }
});
