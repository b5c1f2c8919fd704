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

it('a form is saved with what is still being added while Save is pressed', async () => {
  await addAndSave();
  expect(save).not.toHaveBeenCalled();
  answer.made(7);
  await waitFor(() => expect(save).toHaveBeenCalledWith({ kind: 7 }));
  expect(save).toHaveBeenCalledTimes(1);
  expect(field().value).toBe('Silage');
});

it('a form is not saved if a name can’t be added: the field shows why, and the next press tries again', async () => {
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

it('what is typed while a name is being added stays when the name is there', async () => {
  await user.click(field());
  await user.keyboard('Silage{Enter}');
  await user.clear(field());
  await user.keyboard('Straw');
  answer.made(7);
  await waitFor(() => expect(field().getAttribute('aria-busy')).toBeNull());
  expect(field().value).toBe('Straw');
});

it('a row that is chosen while a name is being added stays chosen', async () => {
  await user.click(field());
  await user.keyboard('Silage{Enter}');
  await press('As before');
  expect(field().value).toBe('Hay');
  answer.made(7);
  await waitFor(() => expect(field().getAttribute('aria-busy')).toBeNull());
  await press('Save');
  await waitFor(() => expect(save).toHaveBeenCalledWith({ kind: 1 }));
});

it('a name that was typed but neither chosen nor added is never left out of what is saved', async () => {
  await user.type(field(), 'Ha');
  await press('Save');
  expect(await screen.findByText('Choose an entry of the list')).toBeDefined();
  expect(save).not.toHaveBeenCalled();
  expect(field().value).toBe('Ha');
  await user.type(field(), 'y');
  await press('Save');
  await waitFor(() => expect(save).toHaveBeenCalledWith({ kind: 1 }));
});

it('Escape forgets what was typed', async () => {
  await user.type(field(), 'Ha{Escape}');
  expect(field().value).toBe('');
  await press('Save');
  await waitFor(() => expect(save).toHaveBeenCalledWith({ kind: null }));
});
