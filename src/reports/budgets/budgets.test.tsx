import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { addDays } from '#contract/days.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { TestReader } from '#tests/support/file-reader.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { recordDay } from '#tests/support/reports/fed-day.ts';
import { readIn } from '#tests/support/screen-language.ts';

readIn('uk');

let api: TestApi;
let farm: ReadyFarm;
const user = userEvent.setup();
const owner = () => farm.client.owner;

beforeAll(async () => {
  vi.stubGlobal('Worker', TestReader);
  ({ api } = await startBehind());
  farm = await makeReadyFarm(api);
  await signInAs(owner().token);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await stopBehind();
});

async function importLines(lines: string[]) {
  document.body.replaceChildren();
  await renderScreen('reports/budgets');
  await user.click(await screen.findByRole('button', { name: 'Імпорт із файлу' }));
  const dialog = await screen.findByRole('dialog');
  const input = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!found) throw new Error('no field for a file yet');
    return found;
  });
  const file = new File([lines.join('\n')], 'budget.csv', { type: 'text/csv' });
  await user.upload(input, file);
  return within(dialog);
}

test('a budget is exported with its exact digits, its draft is corrected by an import, and its history is shown', async () => {
  const name = async (path: string, id: number) => (await owner().get(`manager/${path}/${id}/`)).data.name;
  const [cows, silage, hay] = [
    await name('groups', farm.cowsGroup),
    await name('ingredients', farm.silage),
    await name('ingredients', farm.hay),
  ];
  const heading = 'Рік;Місяць;Група;Інгредієнт;Голів;Кількість на голову за день, кг;Ціна, ₴/кг';
  const first = await importLines([
    heading,
    `2027;1;${cows};${silage};100;20,123456;2,12345`,
    `2027;1;${cows};${hay};100;3;4`,
    `2027;2;${cows};${silage};100;21;2`,
  ]);
  expect(await first.findByText('20,123456')).toBeTruthy();
  await user.click(await first.findByRole('button', { name: /^Імпортувати/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [made] = (await owner().get(`manager/budgets/?farm=${farm.farm}`)).data;
  const { lines } = (await owner().get(`manager/budgets/${made.id}/`)).data;
  expect(lines).toHaveLength(3);
  expect(lines).toContainEqual(
    expect.objectContaining({ month: 1, group: farm.cowsGroup, ingredient: farm.silage, kg_per_head_day: 20.123456, price: 2.12345 }),
  );

  // Like the file's list: the changed figure, and lines removed by name.
  queryClient.clear();
  const again = await importLines([`ID;${heading}`, `${made.id};2027;1;${cows};${silage};100;20,5;2,12345`]);
  expect(await again.findByText(new RegExp(`1 ${cows} ${hay}.*2 ${cows} ${silage}`))).toBeTruthy();
  const [del, ins] = [(await again.findByText('20,123456')).tagName, again.getByText('20,5').tagName];
  expect([del, ins]).toEqual(['DEL', 'INS']);
  await user.click(await again.findByRole('button', { name: /^Імпортувати/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect((await owner().get(`manager/budgets/${made.id}/`)).data.lines).toMatchObject([{ kg_per_head_day: 20.5 }]);

  await user.click(await screen.findByRole('button', { name: /^Дії: / }));
  await user.click(await screen.findByRole('menuitem', { name: 'Історія' }));
  const past = within(await screen.findByRole('dialog'));
  expect((await past.findAllByText(/^Вага, кг/)).length).toBeGreaterThan(0);
});

test('a budget is made from last year’s facts and approved, and the cause of a month’s difference is shown, in at most fifteen clicks', async () => {
  const today = todayIn('Europe/Kyiv');
  // The fifth day of the last completed month.
  const day = `${addDays(`${today.slice(0, 8)}01`, -1).slice(0, 8)}05`;
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const at = await makeReadyFarm(api, 'Europe/Kyiv', farm.client);
  const feeds = { [at.silage]: { kg: 3000, price: 2 }, [at.hay]: { kg: 600, price: 4 } };
  await recordDay(api, at, day, { feeds, groups: { [at.cowsGroup]: { kg: 3600, heads: 100 } } }, today);
  const line = { group: at.cowsGroup, ingredient: at.silage, month, heads: 100, kg_per_head_day: 1, price: 2 };
  const { id } = await make(owner(), 'manager/budgets/', { farm: at.farm, year, lines: [line] });
  expect((await owner().post(`manager/budgets/${id}/approve/`, {})).status).toBe(200);

  queryClient.clear();
  document.body.replaceChildren();
  await renderScreen(`reports/budgets?farm=${at.farm}`);
  let clicks = 0;
  const click = async (role: string, name: string | RegExp, within_ = screen as Pick<typeof screen, 'findByRole'>) => {
    await user.click(await within_.findByRole(role, { name }));
    clicks += 1;
  };
  await click('button', 'Новий бюджет');
  const made = within(await screen.findByRole('dialog'));
  expect(made.getByRole('combobox', { name: 'Заповнити' })).toHaveProperty('value', 'Фактами минулого року');
  await click('button', 'Новий бюджет', made);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await click('button', 'Затвердити');
  await click('button', 'Затвердити', within(await screen.findByRole('dialog')));
  expect(await screen.findByRole('button', { name: 'Коригувати' })).toBeTruthy();
  const next = Number(today.slice(0, 4)) + 1;
  const [budget] = (await owner().get(`manager/budgets/?farm=${at.farm}&year=${next}`)).data;
  expect(budget).toMatchObject({ state: 'approved' });
  // The fed weight, regardless of rounded heads.
  expect(Math.abs(budget.cost - (3000 * 2 + 600 * 4))).toBeLessThan(1);

  await click('button', `${year}, версія 1`);
  await waitFor(() => expect(screen.getByRole('link', { name: 'Бюджет і факт' }).getAttribute('href')).toContain(`${year}-01-01`));
  await click('link', 'Бюджет і факт');
  await click('radio', 'За місяцями');
  expect((await screen.findAllByText(/Поголів’я/)).length).toBeGreaterThan(0);
  expect(clicks).toBeLessThanOrEqual(15);
});
