// @vitest-environment happy-dom
import { MantineProvider, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#src/core/api/api-error.ts';
import { startI18n } from '#src/core/i18n/i18n.ts';
import { FormModal } from './form-modal.tsx';
import { questions } from './question.ts';
import { theme } from './theme.ts';

interface Values {
  name: string;
  version: number;
}

const save = vi.fn<(values: Values) => Promise<unknown>>();
const close = vi.fn();
const THEIRS = { name: 'Theirs', version: 2 };

function Example() {
  const form = useForm<Values>({ initialValues: { name: 'Hay', version: 1 } });
  return (
    <MantineProvider env="test" theme={theme}>
      <FormModal onClose={close} title="Feed" form={form} save={save} conflict={{ load: async () => THEIRS, labels: { name: 'Name' } }}>
        <TextInput label="Name" {...form.getInputProps('name')} />
        <Select label="Kind" data={['Silage', 'Straw']} searchable />
      </FormModal>
    </MantineProvider>
  );
}

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  localStorage.setItem('manger', 'us');
  await startI18n();
});
beforeEach(() => {
  save.mockReset().mockResolvedValue(undefined);
  close.mockReset();
  render(<Example />);
});
afterEach(() => {
  cleanup();
  questions.set([]);
});

const field = () => screen.getByLabelText<HTMLInputElement>('Name');
async function type(text: string) {
  await userEvent.clear(field());
  await userEvent.type(field(), text);
}

it('an error of a field that the form doesn’t show is shown above the form, other errors aren’t', async () => {
  save.mockRejectedValueOnce(new ApiError(400, { version: [{ code: 23, message: '' }], name: [{ code: 5, message: '' }] }));
  await type('Straw');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findAllByRole('alert')).map((alert) => alert.textContent)).toEqual(['Use a valid value']);
  expect(screen.getAllByText('The name must be unique')).toHaveLength(1);
  expect(screen.getByRole('status').textContent).toBe('Error, please check the data you entered');
  await type('Hay two');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(close).toHaveBeenCalled());
});

it('sets the chosen language for screen readers with a valid tag', () => {
  expect(document.documentElement.lang).toBe('en-US');
  expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy();
});

it('saves on Enter and closes', async () => {
  await type('Straw{Enter}');
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(save).toHaveBeenCalledWith({ name: 'Straw', version: 1 });
});

it('opens a list on Enter instead of saving without a choice', async () => {
  const kind = screen.getByRole<HTMLInputElement>('combobox', { name: 'Kind' });
  await userEvent.click(kind);
  await screen.findByRole('option', { name: 'Straw' });
  await userEvent.keyboard('{Enter}{ArrowDown}{Enter}');
  expect(kind.value).toBe('Silage');
  await waitFor(() => expect(kind.getAttribute('aria-expanded')).toBe('false'));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(kind.getAttribute('aria-expanded')).toBe('true'));
  expect(save).not.toHaveBeenCalled();
});

it('chooses the typed option of a list on Enter', async () => {
  const kind = screen.getByRole<HTMLInputElement>('combobox', { name: 'Kind' });
  await userEvent.type(kind, 'stra');
  await screen.findByRole('option', { name: 'Straw' });
  await userEvent.keyboard('{Enter}');
  expect(kind.value).toBe('Straw');
  expect(save).not.toHaveBeenCalled();
});

it('shows an error at its field, keeps the typed text and stays open', async () => {
  save.mockRejectedValue(new ApiError(400, { name: [{ code: 5, message: '' }], detail: [{ code: 'month_closed', message: '' }] }));
  await type('Straw{Enter}');
  expect(await screen.findByText('The name must be unique')).toBeTruthy();
  expect(screen.getByText('The month is closed')).toBeTruthy();
  expect(field().value).toBe('Straw');
  expect(close).not.toHaveBeenCalled();
});

it('asks on Esc only if something was typed', async () => {
  await userEvent.keyboard('{Escape}');
  expect(close).toHaveBeenCalledOnce();
  expect(questions.get()).toEqual([]);
  close.mockReset();
  await type('Straw{Escape}');
  expect(close).not.toHaveBeenCalled();
  expect(questions.get()).toHaveLength(1);
  questions.get()[0]!.answer(false);
  await Promise.resolve();
  expect(close).not.toHaveBeenCalled();
});

it('shows both versions after a conflict, and can save mine over the newer one', async () => {
  save.mockRejectedValueOnce(new ApiError(409, { detail: [{ code: 'stale_version', message: '' }] }));
  await type('Straw{Enter}');
  await userEvent.click(await screen.findByText('Look at both'));
  expect(await screen.findByText('Theirs')).toBeTruthy();
  await userEvent.click(screen.getByText('Keep mine'));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(save).toHaveBeenLastCalledWith({ name: 'Straw', version: 2 }));
});

it('the form can replace the typed values by the saved version', async () => {
  save.mockRejectedValueOnce(new ApiError(409, { detail: [{ code: 'stale_version', message: '' }] }));
  await type('Straw{Enter}');
  await userEvent.click(await screen.findByText('Take theirs'));
  await waitFor(() => expect(field().value).toBe('Theirs'));
});
