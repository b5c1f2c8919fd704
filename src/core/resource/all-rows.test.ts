// @vitest-environment happy-dom
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRows } from './all-rows.ts';

const server = setupServer();
beforeAll(() => server.listen());
afterAll(() => server.close());

test('merges pages; a row that moved to the next page occurs once', async () => {
  const pages = [Array.from({ length: 1000 }, (_, index) => ({ id: index + 1 })), [{ id: 1000 }, { id: 1001 }]];
  const asked: string[] = [];
  server.use(
    http.get('*/api/manager/rations/', ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams.get('page') ?? '');
      return HttpResponse.json({ data: pages[Number(searchParams.get('page')) - 1], count: 1001 });
    }),
  );
  const rows = await allRows<{ id: number }>({ resource: { id: 'rations', path: 'manager/rations' }, query: {} });
  expect(asked).toEqual(['1', '2']);
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 1001 }, (_, index) => index + 1));
});
