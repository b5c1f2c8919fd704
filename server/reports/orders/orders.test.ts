import { expect } from 'vitest';
import { addDays } from '#contract/days.ts';
import { make, makeFarm, makeIngredient } from '#tests/support/factories.ts';
import { expectFigures, tilesOf } from '#tests/support/reports/compare.ts';
import { dice } from '#tests/support/reports/facts.ts';
import { exact, type Fraction, minus, number, over, times, total, ZERO } from '#tests/support/reports/recompute.ts';
import { reportOf } from '#tests/support/reports/world.ts';
import { test as base } from '#tests/support/test.ts';

const TODAY = '2026-06-15';
const test = base.override({ now: `${TODAY}T09:00:00Z` });
const [FROM, TO] = ['2026-05-01', '2026-06-30'];

interface Came {
  value: number;
  price: number;
  day: string;
}
interface Ordered {
  id: number;
  ingredient: number;
  farm: number;
  kg: number;
  price: number;
  from: string;
  to: string;
  came: Came[];
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const text = (value: number) => exact(String(value));
const atLeastZero = (value: Fraction) => (value.n < 0n ? ZERO : value);

/** The figures of an order's row, computed from the entered values. */
function computeFigures({ kg, price, to, came }: Ordered) {
  const received = total(came.map(({ value }) => text(value)));
  const cost = total(came.map(({ value, price: paid }) => times(text(value), text(paid))));
  const left = atLeastZero(minus(text(kg), received));
  let sum = ZERO;
  const filling = came
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    .find(({ value }) => {
      sum = total([sum, text(value)]);
      return minus(sum, text(kg)).n >= 0n;
    });
  return {
    ordered: text(kg),
    order_received: received,
    order_left: left,
    order_over: atLeastZero(minus(received, text(kg))),
    delivered_price: over(cost, received.n === 0n ? null : received),
    price_difference: minus(cost, times(received, text(price))),
    open_money: times(left, text(price)),
    days_late: text(Math.max(0, daysBetween(to, filling?.day ?? TODAY))),
  };
}
const SUMMED = ['ordered', 'order_received', 'order_left', 'order_over', 'price_difference', 'open_money'] as const;

test('orders equal an independent recomputation of orders and deliveries, and each filter narrows them', async ({ client, at }) => {
  const { owner } = client;
  const thrown = dice(19);
  const west = await makeFarm(owner, 'Europe/London');
  const company = (await make(owner, 'manager/deliveries/companies/', { name: 'Mill' })).id;
  const feeds: { id: number; at: typeof at }[] = [];
  for (const place of [at, at, west]) feeds.push({ id: (await makeIngredient(owner, place)).id, at: place });
  const all: Ordered[] = [];
  for (let n = 0; n < 14; n += 1) {
    const feed = feeds[n % feeds.length]!;
    const from = addDays('2026-03-20', thrown.whole(0, 110));
    const body = {
      ingredient: feed.id,
      kg: thrown.decimal(1000, 10_000, 3),
      price: thrown.decimal(1, 20, 5),
      from,
      to: addDays(from, thrown.whole(0, 30)),
    };
    const { id } = await make(owner, 'manager/orders/', { company, ...body });
    const came: Came[] = [];
    for (let load = 0; load < n % 4; load += 1) {
      const value = thrown.decimal(0.2 * body.kg, 0.8 * body.kg, 3);
      const price = thrown.decimal(0.9 * body.price, 1.1 * body.price, 5);
      // Each on a day of its own, by the clock of the farm.
      const day = addDays('2026-04-01', thrown.whole(0, 19) + load * 20);
      const delivery = { farm: feed.at.farm, delivery_type: 'delivery', ingredient: feed.id, company, order: id, value, price };
      await make(owner, 'manager/deliveries/', { ...delivery, delivered_at: `${day}T12:00:00Z` });
      came.push({ value, price, day });
    }
    all.push({ ...body, id, farm: feed.at.farm, came });
  }
  // A deleted order counts nowhere.
  const gone = await make(owner, 'manager/orders/', { company, ingredient: feeds[0]!.id, kg: 5, price: 1, from: FROM, to: TO });
  await owner.delete(`manager/orders/${gone.id}/`);
  const isWithin = ({ from, to }: Ordered, first = FROM, last = TO) => from <= last && to >= first;
  const filters: [string, (order: Ordered) => boolean][] = [
    ['', () => true],
    [`&farm=${west.farm}`, ({ farm }) => farm === west.farm],
    [`&ingredient=${feeds[1]!.id}`, ({ ingredient }) => ingredient === feeds[1]!.id],
    [`&stock=${at.stock}`, ({ farm }) => farm === at.farm],
  ];
  for (const [query, wanted] of filters) {
    const expected = all.filter((order) => isWithin(order) && wanted(order));
    expect(expected.length, query).toBeGreaterThan(1);
    const data = await reportOf(owner, `orders/make/?planned_on_after=${FROM}&planned_on_before=${TO}${query}`);
    expect(data.rows.map(({ order_id }) => Number(order_id)).sort((a, b) => a - b)).toEqual(expected.map(({ id }) => id));
    for (const row of data.rows) {
      const figures = computeFigures(expected.find(({ id }) => id === row.order_id)!);
      expectFigures(row, Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, number(value)])), `order ${row.order_id}`);
    }
    const sums = Object.fromEntries(SUMMED.map((key) => [key, number(total(expected.map((order) => computeFigures(order)[key])))]));
    expectFigures(data.totals, sums, `total ${query}`);
    const open = expected.filter((order) => computeFigures(order).order_left.n > 0n);
    expectFigures(
      tilesOf(data, 'value'),
      {
        orders_open: open.length,
        orders_late: open.filter(({ to }) => to < TODAY).length,
        open_money: sums.open_money!,
        order_left: sums.order_left!,
      },
      `tiles ${query}`,
    );
    const drawn = data.series[0]!.rows.reduce((sum, row) => sum + Number(row.order_left), 0);
    expect(drawn).toBeCloseTo(sums.order_left!, 3);
  }
  // Received and left are those of the list.
  const { data: listed } = await owner.get('manager/orders/?page_size=100');
  for (const order of all) {
    const figures = computeFigures(order);
    const row = listed.find(({ id }: { id: number }) => id === order.id);
    expectFigures(
      row,
      { received: number(figures.order_received), left: number(figures.order_left), over: number(figures.order_over) },
      'list',
    );
    expect(row.late).toBe(figures.order_left.n > 0n && order.to < TODAY);
  }
});
