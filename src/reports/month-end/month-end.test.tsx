import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sql } from 'kysely';
import { matchPath } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { permissionsOf } from '#contract/access.ts';
import { CHECK_CODES, type MonthCheck, type MonthEndFarm } from '#contract/reports/month-end.ts';
import { SCREENS } from '#src/app/screens.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeAccount, makeFarm } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { feedDay, makeTemplates } from '#tests/support/papers.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { readIn } from '#tests/support/screen-language.ts';

// The month's papers are of Ukrainian bookkeeping and exist only in Ukrainian.
readIn('uk');

let api: TestApi;
let farm: ReadyFarm;
let month: string;
const user = userEvent.setup();
const owner = () => farm.client.owner;
let clicks = 0;
const click = async (name: string | RegExp, role = 'button') => {
  await user.click(await screen.findByRole(role, { name }));
  clicks += 1;
};
const closings = async () => (await owner().get('manager/months/')).data;

beforeAll(async () => {
  ({ api } = await startBehind());
  farm = await makeReadyFarm(api);
  await makeFarm(owner());
  await makeFarm(owner());
  const [row] = (await owner().get<MonthEndFarm[]>('report/month-end/matrix/')).data;
  month = row!.months[1]!.month;
  await makeSchedule(farm, `${month}-03`);
  await makeSchedule(farm, `${month}-05`);
  await make(owner(), 'report/additional/', { farm: farm.farm, kind: 'blank', name: 'Наш бланк', report_type: 'form9' });
  await signInAs(owner().token);
});
afterAll(stopBehind);
afterEach(() => {
  queryClient.clear();
  document.body.replaceChildren();
});

test('each link to fix something opens an existing screen', async () => {
  const db = api.database.acrossClients();
  // One case of each check, from any cause.
  const { id } = await makeSchedule(farm, `${month}-06`);
  await sql`update schedule set status = 'uploaded' where farm_id = ${farm.farm} and planned_on = ${`${month}-03`}::date`.execute(db);
  await sql`update schedule set status = 'loaded' where id = ${id}`.execute(db);
  await makeSchedule(farm, `${month}-06`);
  const doubtful = await makeSchedule(farm, `${month}-06`);
  await sql`update schedule set implausible = true where id = ${doubtful.id}`.execute(db);
  const found: MonthCheck[] = (await owner().get(`report/month-end/checks/?month=${month}&farm=${farm.farm}`)).data;
  expect(found.map(({ code }) => code)).toEqual(expect.arrayContaining(['days_without_facts', 'incomplete', 'waiting', 'implausible']));
  const places = [
    ...found.flatMap(({ address, items }) => [address, ...items.map((item) => item.address)]),
    // Addresses of the others, as in `checks.test.ts`.
    `companies/${farm.company}/farms/${farm.farm}/kkz?day=${month}-06`,
    `companies/${farm.company}/stocks/${farm.stock}`,
    `stock/ingredients?farm=${farm.farm}&search=Feed`,
    // Address of a form template, as in `papers.test.ts`.
    'settings/blanks?open=1',
  ];
  const routes = SCREENS.map(({ route }) => route);
  for (const place of places) {
    const [path = ''] = place.split('?');
    expect([place, routes.some((route) => matchPath(`/${route}`, `/${path}`) !== null)]).toEqual([place, true]);
  }
  expect(CHECK_CODES).toHaveLength(10);
});

test('a check that an accountant may not fix names the right of those who can, instead of a link to a refusal', async () => {
  const permissions = permissionsOf({ 'manger.blanks': 'vacd' });
  const group = await make(owner(), 'perm/groups/', { name: 'Books', permissions });
  const { caller } = await makeAccount(api, { user_type: 'employee', client_id: farm.client.id, access_group_id: group.id });
  await signInAs(caller.token);
  try {
    await renderScreen('reports/month-end');
    expect((await screen.findAllByText(/^Виправить той, хто має право «.+»$/)).length).toBeGreaterThan(0);
    expect(screen.queryByRole('link', { name: /^Виправити: Дні без факту/ })).toBeNull();
    for (const link of within(screen.getByRole('table', { name: 'Перевірка' })).queryAllByRole('link')) {
      expect(link.getAttribute('href')).not.toContain('/planning');
    }
  } finally {
    await signInAs(owner().token);
  }
});

test('a month’s end of three farms is checked, reviewed and closed at all of them with few clicks', async () => {
  await renderScreen('reports/month-end');
  clicks = 0;
  const matrix = within(await screen.findByRole('region', { name: 'Ферми за місяцями' }));
  // The last completed month at all farms is chosen by default.
  expect(matrix.getAllByRole('button', { pressed: true })).toHaveLength(4);
  expect(await screen.findByText(/^Вибрано: .*, Усі ферми$/)).toBeTruthy();
  const mend = await screen.findByRole('link', { name: /^Виправити: Дні без факту/ });
  expect(mend.getAttribute('href')).toMatch(new RegExp(`^/app/companies/${farm.company}/farms/${farm.farm}/planning\\?day=${month}-`));

  await click('Далі: Документи');
  expect(await screen.findByText('чернетка 1/1')).toBeTruthy();
  expect(screen.getAllByRole('link', { name: /Немає бланка/ }).length).toBe(11);

  await click('Далі: Закриття');
  expect(await closings()).toEqual([]);
  await click(/^Закрити .* — ферм: 3$/);
  // The open checks are listed, and closing is confirmed once.
  const asks = within(await screen.findByRole('alertdialog'));
  expect(asks.getAllByRole('link', { name: /Дні без факту: \d+$/ }).length).toBeGreaterThan(0);
  expect(await closings()).toEqual([]);
  await click('Усе одно закрити');
  expect(await screen.findByText('Місяць закрито на всіх вибраних фермах')).toBeTruthy();
  await waitFor(() => expect(matrix.getAllByText('Закрито 1/1')).toHaveLength(3));
  expect(await closings()).toHaveLength(3);

  await click('Далі: ZIP або пошта');
  expect(await screen.findByText('На цій установці немає поштового сервера, тож поштою нічого не надходить.')).toBeTruthy();
  await click('Зберегти ZIP');
  // Nothing was fed in this month.
  expect((await screen.findByRole('alert')).textContent).toBe('За цей місяць документів немає');
  expect(clicks).toBeLessThanOrEqual(8);

  // So no paper was issued.
  await click('Документи', 'tab');
  expect(await screen.findByText('чернетка 1/1')).toBeTruthy();
  await click(/^Переглянути: .* · Наш бланк$/);
  expect(await within(await screen.findByRole('dialog')).findByText(/./)).toBeTruthy();
});

test('a month’s end shows budget and cost of the month, and links to the causes', async () => {
  const [year = '', number] = month.split('-');
  const line = { group: farm.cowsGroup, ingredient: farm.silage, month: Number(number), heads: 10, kg_per_head_day: 1, price: 2 };
  const { id } = await make(owner(), 'manager/budgets/', { farm: farm.farm, year: Number(year), lines: [line] });
  // A closed month keeps the budget of its closing: none.
  expect((await owner().post('manager/months/reopen/', { farm: farm.farm, month, reason: 'The budget' })).status).toBe(200);
  await renderScreen('reports/month-end');
  // A draft doesn't count as a budget.
  expect((await screen.findByRole('link', { name: 'Скласти й затвердити бюджет' })).getAttribute('href')).toBe('/app/reports/budgets');
  expect((await owner().post(`manager/budgets/${id}/approve/`, {})).status).toBe(200);
  queryClient.clear();
  document.body.replaceChildren();
  await renderScreen('reports/month-end');
  const told = within(await screen.findByRole('region', { name: 'Бюджет і факт' }));
  const days = new Date(Number(year), Number(number), 0).getDate();
  expect(told.getByText(new RegExp(`Бюджет ${20 * days},00 ₴ · Факт`))).toBeTruthy();
  expect(told.getByRole('link').getAttribute('href')).toBe(
    `/app/reports/budget?farm=${farm.farm}&planned_on_after=${month}-01&planned_on_before=${month}-${days}`,
  );
});

test('a cell chooses one farm, and the current month can’t be closed', async () => {
  await renderScreen('reports/month-end?step=close');
  const matrix = within(await screen.findByRole('region', { name: 'Ферми за місяцями' }));
  const [running] = matrix.getAllByText('Триває');
  await user.click(running!);
  expect(await screen.findByText(/^Місяць ще триває/)).toBeTruthy();
  expect(matrix.getAllByRole('button', { pressed: true })).toHaveLength(2);
});

test('a closed month shows the paper of a form template that was deleted later', async () => {
  const own = await makeReadyFarm(api);
  const caller = own.client.owner;
  await feedDay(own, `${month}-10`);
  const { form9 } = await makeTemplates(caller, own.farm);
  await make(caller, 'manager/months/', { farm: own.farm, month });
  const { version } = (await caller.get(`report/additional/${form9}/`)).data;
  expect((await caller.delete(`report/additional/${form9}/`, { version })).status).toBeLessThan(300);
  await signInAs(caller.token);
  await renderScreen(`reports/month-end?month=${month}&step=papers`);
  await click(/^Переглянути: .*Paper form9$/);
  const dialog = await screen.findByRole('dialog');
  const { name } = (await caller.get(`manager/ingredients/${own.silage}/`)).data;
  expect((await within(dialog).findAllByText(name)).length).toBeGreaterThan(0);
});
