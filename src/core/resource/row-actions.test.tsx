import { MantineProvider } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPencil } from '@tabler/icons-react';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { startI18n } from '#src/core/i18n/i18n.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { ask } from '#src/core/ui/question.ts';
import { Questions } from '#src/core/ui/questions.tsx';
import { RowActions } from './row-actions.tsx';

function Row() {
  const [edited, setEdited] = useState(false);
  const form = useForm({ initialValues: { name: '' } });
  const actions = [
    { label: 'Edit', icon: IconPencil, onClick: () => setEdited(true) },
    { label: 'Lock', icon: IconPencil, onClick: () => void ask({ title: 'Lock?', confirm: 'Lock it', danger: true }) },
  ];
  return (
    <MantineProvider env="test">
      <RowActions actions={actions} name="row" />
      {edited && (
        <FormModal onClose={() => setEdited(false)} title="Row" form={form} save={async () => undefined}>
          <input aria-label="Name" {...form.getInputProps('name')} />
        </FormModal>
      )}
      <Questions />
    </MantineProvider>
  );
}

beforeAll(async () => {
  await startI18n();
});

test.each([
  ['a form', 'Edit'],
  ['a question', 'Lock'],
])('the focus goes into %s that a row’s menu opens, and comes back to the row’s button', async (_, entry) => {
  const user = userEvent.setup();
  render(<Row />);
  const dots = screen.getByRole('button');
  dots.focus();
  await user.keyboard('{Enter}');
  (await screen.findByRole('menuitem', { name: entry })).focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole(entry === 'Edit' ? 'dialog' : 'alertdialog');
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(dots));
});
