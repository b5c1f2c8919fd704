import { configure, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { todayIn } from '#common/format/clock.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { make, makeMixer } from '#tests/support/factories.ts';
import { makeReadyFarm, makeSchedule, type ReadyFarm } from '#tests/support/feeding.ts';
import { renderScreen } from '#tests/support/render-screen.tsx';

configure({ asyncUtilTimeout: 30_000 });
let api: Awaited<ReturnType<typeof startBehind>>['api'];
let farm: ReadyFarm;
let mixer: string;
beforeAll(async () => {
  ({ api } = await startBehind());
});
afterAll(stopBehind);
beforeEach(async () => {
  farm = await makeReadyFarm(api);
  mixer = (await farm.client.owner.get(`manager/mixers/${farm.mixer}/`)).data.name;
  await signInAs(farm.client.owner.token);
});

const textOf = async (name: RegExp) => (await screen.findAllByRole('row', { name }))[0]!.textContent?.replace(/\s/gu, ' ');

/** A mixer's load of today, loaded to its end. */
async function load() {
  const { owner } = farm.client;
  const { id } = await makeSchedule(farm, todayIn('Europe/Kyiv'));
  const path = `schedule/schedules/${id}/load/`;
  expect((await owner.put(path, { status: 'in_process' })).status).toBe(200);
  expect((await owner.put(path, { status: 'loaded', items: [{ ingredient: farm.silage, weight_fact: 1500 }] })).status).toBe(200);
}

test('a service is planned by loads, falls due with the load, is done from its row and counted anew', async () => {
  const { owner } = farm.client;
  await load();
  const shown = await renderScreen('settings/services');
  const user = userEvent.setup();
  await user.click((await screen.findAllByRole('button', { name: 'New service plan' }))[0]!);
  const form = within(await screen.findByRole('dialog', { name: 'New service plan' }));
  await user.type(form.getByRole('textbox', { name: 'What' }), 'Knives');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText('This field cannot be empty')).toBeTruthy();
  await user.click(form.getByRole('combobox', { name: 'Mixer' }));
  await user.click(await screen.findByRole('option', { name: mixer }));
  await user.click(form.getByRole('button', { name: 'Save' }));
  // A plan that never falls due is told where its intervals are; what was typed stays.
  const alert = await form.findByRole('alert');
  expect(within(form.getByRole('group', { name: 'Every' })).getByRole('alert')).toBe(alert);
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'What' }).value).toBe('Knives');
  expect((await owner.get('manager/serviceplans/')).count).toBe(0);
  await user.type(form.getByRole('textbox', { name: 'Loads' }), '2');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await textOf(/Knives/)).toContain('1 of 2'));
  expect(await textOf(/Knives/)).toContain('Not yet');

  await load();
  shown.unmount();
  await signInAs(owner.token);
  await renderScreen('settings/services');
  await waitFor(async () => expect(await textOf(/Knives/)).toContain('2 of 2'));
  expect(await textOf(/Knives/)).toContain('Due');
  await user.click(screen.getByRole('button', { name: /^Actions for.*Knives/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Done' }));
  const done = within(await screen.findByRole('dialog', { name: 'New service' }));
  await waitFor(() => expect(done.getByRole<HTMLInputElement>('combobox', { name: 'Plan' }).value).toBe('Knives'));
  await user.type(done.getByRole('textbox', { name: 'Cost' }), '1250.5');
  await user.type(done.getByRole('textbox', { name: 'Note' }), 'both sides');
  await user.click(done.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await textOf(/Knives/)).toContain('0 of 2'));
  expect((await owner.get('manager/services/')).data).toMatchObject([{ plan_name: 'Knives', cost: 1250.5, note: 'both sides' }]);
}, 60_000);

test('what was done is corrected in its list; a mixer that never loaded is refused at its field', async () => {
  const { owner } = farm.client;
  await load();
  const unused = String((await makeMixer(owner, farm)).name);
  await make(owner, 'manager/services/', { mixer: farm.mixer, note: 'a new tyre', cost: 900 });
  await renderScreen('settings/services/done');
  const user = userEvent.setup();
  expect(await textOf(/a new tyre/)).toContain('Beside any plan');
  await user.click(screen.getByRole('button', { name: new RegExp(`^Actions for.*${mixer}`) }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const edited = within(await screen.findByRole('dialog', { name: mixer }));
  const cost = edited.getByRole('textbox', { name: 'Cost' });
  await user.clear(cost);
  await user.type(cost, '950');
  await user.click(edited.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await textOf(/a new tyre/)).toContain('950'));

  await user.click(screen.getAllByRole('button', { name: 'New service' })[0]!);
  const form = within(await screen.findByRole('dialog', { name: 'New service' }));
  await user.click(form.getByRole('combobox', { name: 'Mixer' }));
  await user.click(await screen.findByRole('option', { name: unused }));
  await user.type(form.getByRole('textbox', { name: 'Note' }), 'grease');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(form.getByRole('combobox', { name: 'Mixer' }).getAttribute('aria-invalid')).toBe('true'));
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Note' }).value).toBe('grease');
  expect((await owner.get('manager/services/')).data).toMatchObject([{ note: 'a new tyre', cost: 950 }]);
}, 60_000);
