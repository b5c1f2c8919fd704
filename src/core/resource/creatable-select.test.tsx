import { MantineProvider } from '@mantine/core';
import { useForm } from '@mantine/form';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#src/core/api/api-error.ts';
import { startI18n } from '#src/core/i18n/i18n.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { theme } from '#src/core/ui/theme.ts';
import { CreatableSelect } from './creatable-select.tsx';

const save = vi.fn(async (_: object) => undefined);
let answer: { made: (id: number) => void; refused: (reason: Error) => void };
const user = userEvent.setup({ delay: null });
const KNOWN = [
  { id: 1, name: 'Hay' },
  { id: 2, name: 'Hay pellets' },
];

function Example() {
  const form = useForm<{ kind: number | null }>({ initialValues: { kind: null } });
  const create = () => new Promise<number>((made, refused) => (answer = { made, refused }));
  return (
    <MantineProvider env="test" theme={theme}>
      <FormModal onClose={() => undefined} title="Feed" form={form} save={save}>
        <CreatableSelect label="Kind" rows={KNOWN} {...form.getInputProps('kind')} onCreate={create} />
        <button type="button" onClick={() => form.setFieldValue('kind', 1)}>
          As before
        </button>
      </FormModal>
    </MantineProvider>
  );
}

const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Kind' });
const press = (name: string) => user.click(screen.getByRole('button', { name }));

beforeAll(async () => {
  localStorage.setItem('manger', 'en');
  await startI18n();
});
beforeEach(() => {
  save.mockClear();
  render(<Example />);
});
afterEach(cleanup);

async function addAndSave() {
  await user.type(field(), 'Silage');
  await user.click(await screen.findByRole('option', { name: /Silage/ }));
  await press('Save');
}

it('a form is saved with the row that is still being added', async () => {
  await addAndSave();
  expect(save).not.toHaveBeenCalled();
  answer.made(7);
  await waitFor(() => expect(save).toHaveBeenCalledWith({ kind: 7 }));
  expect(save).toHaveBeenCalledTimes(1);
  expect(field().value).toBe('Silage');
});

it('a form isn’t saved if a name can’t be added: the field shows the reason, and the next press retries', async () => {
  await addAndSave();
  answer.refused(new ApiError(400, { name: [{ code: 5, message: '' }] }));
  expect(await screen.findByText('The name must be unique')).toBeDefined();
  expect(save).not.toHaveBeenCalled();
  expect(field().value).toBe('Silage');
  await press('Save');
  answer.made(8);
  await waitFor(() => expect(save).toHaveBeenCalledWith({ kind: 8 }));
});

it.each(['{Enter}', '{Tab}'])('%s adds the name, and typing goes on at once', async (key) => {
  await user.click(field());
  await user.keyboard(`Silage${key}`);
  expect(field().disabled).toBe(false);
  expect(field().value).toBe('Silage');
  if (key === '{Tab}') expect(document.activeElement).toBe(screen.getByRole('button', { name: 'As before' }));
  else expect(document.activeElement).toBe(field());
  answer.made(7);
  await waitFor(() => expect(field().getAttribute('aria-busy')).toBeNull());
  await press('Save');
  await waitFor(() => expect(save).toHaveBeenCalledWith({ kind: 7 }));
});

it('text typed while a name is added stays', async () => {
  await user.click(field());
  await user.keyboard('Silage{Enter}');
  await user.clear(field());
  await user.keyboard('Straw');
  answer.made(7);
  await waitFor(() => expect(field().getAttribute('aria-busy')).toBeNull());
  expect(field().value).toBe('Straw');
});

it('a row chosen while a name is added stays chosen', async () => {
  await user.click(field());
  await user.keyboard('Silage{Enter}');
  await press('As before');
  expect(field().value).toBe('Hay');
  answer.made(7);
  await waitFor(() => expect(field().getAttribute('aria-busy')).toBeNull());
  await press('Save');
  await waitFor(() => expect(save).toHaveBeenCalledWith({ kind: 1 }));
});

it('a typed name that was neither chosen nor added is never lost on save', async () => {
  await user.type(field(), 'Ha');
  await press('Save');
  expect(await screen.findByText('Choose an entry of the list')).toBeDefined();
  expect(save).not.toHaveBeenCalled();
  expect(field().value).toBe('Ha');
  await user.type(field(), 'y');
  await press('Save');
  await waitFor(() => expect(save).toHaveBeenCalledWith({ kind: 1 }));
});

it('Escape discards the typed text', async () => {
  await user.type(field(), 'Ha{Escape}');
  expect(field().value).toBe('');
  await press('Save');
  await waitFor(() => expect(save).toHaveBeenCalledWith({ kind: null }));
});

it('a row is found and chosen by another spelling of its name', async () => {
  await user.type(field(), 'HAY  “pellets”');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Hay pellets', expect.stringContaining('HAY')]);
});
