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

function Example() {
  const form = useForm<{ kind: number | null }>({ initialValues: { kind: null } });
  const create = () => new Promise<number>((made, refused) => (answer = { made, refused }));
  return (
    <MantineProvider env="test" theme={theme}>
      <FormModal onClose={() => undefined} title="Feed" form={form} save={save}>
        <CreatableSelect label="Kind" rows={[]} {...form.getInputProps('kind')} onCreate={create} />
      </FormModal>
    </MantineProvider>
  );
}

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
  await userEvent.type(screen.getByRole('textbox', { name: 'Kind' }), 'Silage');
  await userEvent.click(await screen.findByRole('option', { name: /Silage/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
}

it('a form is saved with what is still being added while Save is pressed', async () => {
  await addAndSave();
  expect(save).not.toHaveBeenCalled();
  answer.made(7);
  await waitFor(() => expect(save).toHaveBeenCalledWith({ kind: 7 }));
  expect(save).toHaveBeenCalledTimes(1);
});

it('is not saved when it can’t be added, which its field says; the next press saves what stands there', async () => {
  await addAndSave();
  answer.refused(new ApiError(400, { name: [{ code: 5, message: '' }] }));
  expect(await screen.findByText('The name must be unique')).toBeDefined();
  expect(save).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenCalledWith({ kind: null }));
});
