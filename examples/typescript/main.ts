import { connectManger, readMonth, writeDelivery } from './manger.ts';

/** `npm start -- 2026-03` reads a month; `npm start -- deliver <farm> <ingredient> <kg> <price per kg> <reference>` enters a delivery. */
const { MANGER_URL = 'http://localhost:8080', MANGER_KEY = '' } = process.env;
const manger = connectManger(MANGER_URL, MANGER_KEY);
const [command = '', farm, ingredient, value, price, reference = ''] = process.argv.slice(2);

if (command === 'deliver') {
  const delivery = {
    farm: Number(farm),
    delivery_type: 'delivery',
    ingredient: Number(ingredient),
    value: Number(value),
    price: Number(price),
  } as const;
  console.log(await writeDelivery(manger, delivery, reference));
} else {
  const rows = await readMonth(manger, command);
  console.table(rows.map(({ day, group, plan, fact, cost }) => ({ day, group, plan, fact, cost })));
}
