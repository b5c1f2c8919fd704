import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { queryClient } from '#src/core/api/query-client.ts';
import type { TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make } from '#tests/support/factories.ts';
import { makeReadyFarm, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';
import { readIn } from '#tests/support/screen-language.ts';

// Forms are of the books of Ukraine: those for bookkeeping are offered in its language alone.
readIn('uk');

let api: TestApi;
let farm: ReadyFarm;
const user = userEvent.setup();
const owner = () => farm.client.owner;
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const blanks = async () => (await owner().get('report/additional/?kind=blank&ordering=name')).data;
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  farm = await makeReadyFarm(api);
  await signInAs(owner().token);
});
afterEach(() => {
  queryClient.clear();
  document.body.replaceChildren();
});

test('a template is created with its own print texts, headings and codes', async () => {
  await renderScreen('settings/blanks');
  await user.click((await screen.findAllByRole('button', { name: 'Новий бланк' }))[0]!);
  await user.type(await screen.findByLabelText('Назва'), 'Для обліку');
  await user.click(screen.getByRole('combobox', { name: 'Форма' }));
  await user.click(await screen.findByRole('option', { name: 'Відомість витрати кормів' }));
  await user.type(screen.getByLabelText('Бухгалтер'), 'Олена Вигадана');
  await user.type(screen.getByLabelText('Норма на голову'), 'За нормою');
  await user.click(await button('Зберегти'));
  await closed();
  expect(await blanks()).toEqual([
    expect.objectContaining({
      farm: farm.farm,
      name: 'Для обліку',
      report_type: 'form9',
      header: { accountant: 'Олена Вигадана' },
      template: { headings: { norm: 'За нормою' }, order: [], accounts: {} },
    }),
  ]);
});

test('a blank of the expenditure statement asks for what its parent form shows', async () => {
  await renderScreen('settings/blanks');
  await user.click((await screen.findAllByRole('button', { name: 'Новий бланк' }))[0]!);
  await user.type(await screen.findByLabelText('Назва'), 'За зразком');
  await user.click(screen.getByRole('combobox', { name: 'Форма' }));
  await user.click(await screen.findByRole('option', { name: 'Відомість витрати кормів' }));
  expect(screen.queryByLabelText('Витрати на тварин')).toBeNull();
  await user.click(screen.getByLabelText('Рахунок'));
  await user.click(screen.getByLabelText('Дата складання'));
  await user.click(screen.getByRole('checkbox', { name: 'Працівник, за яким закріплено тварин' }));
  await user.type(screen.getByRole('textbox', { name: 'Працівник, за яким закріплено тварин' }), 'Іван Вигаданий');
  await user.type(screen.getByLabelText('Витрати на тварин'), '232');
  await user.click(await button('Зберегти'));
  await closed();
  const [blank] = await blanks();
  expect(blank.template).toEqual({
    headings: {},
    order: [],
    accounts: { debit: '232' },
    extras: ['made_on', 'account', 'worker'],
    worker: 'Іван Вигаданий',
  });
});

test('a template is changed, copied and deleted; a name in use is refused at its field', async () => {
  const template = { headings: { date: 'День' }, order: ['ingredient_7'], accounts: { credit: '208' } };
  await make(owner(), 'report/additional/', { farm: farm.farm, kind: 'blank', name: 'Перший', report_type: 'form9', template });
  await renderScreen('settings/blanks');
  const action = async (name: string, label: string) => {
    await user.click(await button(`Дії: ${name}`));
    await user.click(await screen.findByRole('menuitem', { name: label }));
  };

  await action('Перший', 'Копіювати');
  const name = await screen.findByLabelText<HTMLInputElement>('Назва');
  expect(name.value).toBe('Перший (копія)');
  await user.clear(name);
  await user.type(name, 'Перший');
  await user.click(await button('Зберегти'));
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
  await user.type(name, ' 2');
  await user.click(await button('Зберегти'));
  await closed();
  expect((await blanks()).map((one: { name: string; template: unknown }) => [one.name, one.template])).toEqual([
    ['Перший', template],
    ['Перший 2', template],
  ]);

  await action('Перший', 'Редагувати');
  await user.clear(await screen.findByLabelText('Дата'));
  await user.click(await button('Зберегти'));
  await closed();
  expect((await blanks())[0].template.headings).toEqual({});

  await action('Перший 2', 'Видалити');
  await user.click(await button('Видалити'));
  await waitFor(async () => expect(await blanks()).toHaveLength(1));
});

test('a blank for the books takes codes of its own kinds, and its columns in another order', async () => {
  await renderScreen('settings/blanks');
  await user.click((await screen.findAllByRole('button', { name: 'Новий бланк' }))[0]!);
  await user.type(await screen.findByLabelText('Назва'), 'Для 1С');
  await user.click(screen.getByRole('combobox', { name: 'Форма' }));
  await user.click(await screen.findByRole('option', { name: 'Списання кормів для бухгалтерії' }));
  await user.type(screen.getByLabelText('Витрати на тварин'), '232');
  await user.type(screen.getByLabelText('Корми'), '208');
  await user.click(screen.getByRole('combobox', { name: 'Корми з власним рахунком' }));
  const { name } = (await owner().get(`manager/ingredients/${farm.hay}/`)).data;
  const options = await screen.findAllByRole('option', { name });
  await user.click(options.at(-1)!);
  await user.type(await screen.findByLabelText(name), '208/3');
  await user.click(screen.getByRole('button', { name: 'Раніше: Дебет' }));
  await user.click(await button('Зберегти'));
  await closed();
  const [blank] = await blanks();
  expect(blank.template.accounts).toEqual({ debit: '232', credit: '208', [`ingredient_${farm.hay}`]: '208/3' });
  expect(blank.template.order.slice(0, 4)).toEqual(['date', 'debit', 'number', 'credit']);
});

test('the feeds of a printed form can be sorted', async () => {
  const template = { headings: {}, order: [`ingredient_${farm.silage}`], accounts: {} };
  await make(owner(), 'report/additional/', { farm: farm.farm, kind: 'blank', name: 'Накладна', report_type: 'form8', template });
  const readName = async (id: number) => (await owner().get(`manager/ingredients/${id}/`)).data.name;
  const [silage, meal] = [await readName(farm.silage), await readName(farm.meal)];
  await renderScreen('settings/blanks');
  await user.click(await button('Дії: Накладна'));
  await user.click(await screen.findByRole('menuitem', { name: 'Редагувати' }));
  await user.click(await screen.findByRole('combobox', { name: 'Додати корм' }));
  await user.click((await screen.findAllByRole('option', { name: meal })).at(-1)!);
  await user.click(await screen.findByRole('button', { name: `Пізніше: ${silage}` }));
  await user.click(await button('Зберегти'));
  await closed();
  expect((await blanks())[0].template.order).toEqual([`ingredient_${farm.meal}`, `ingredient_${farm.silage}`]);

  await user.click(await button('Дії: Накладна'));
  await user.click(await screen.findByRole('menuitem', { name: 'Редагувати' }));
  await user.click(await screen.findByRole('button', { name: `Прибрати: ${meal}` }));
  await user.click(await button('Зберегти'));
  await closed();
  expect((await blanks())[0].template.order).toEqual([`ingredient_${farm.silage}`]);
});
