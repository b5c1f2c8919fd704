import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import { startI18n } from '#src/core/i18n/i18n.ts';
import { theme } from '#src/core/ui/theme.ts';
import type { RecipePart } from './parts.ts';
import { RecipeEditor } from './recipe-editor.tsx';

const FEEDS = ['Maize silage', 'Hay', 'Meal'].map((name, index) => ({ id: index + 1, name, price: 1, dry_matter: 50 }));
const save = vi.fn();

function Form() {
  const [items, setItems] = useState<RecipePart[]>([
    { ingredient: 1, percent: 50 },
    { ingredient: 2, percent: 50 },
  ]);
  return (
    <MantineProvider theme={theme} env="test">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save(items);
        }}
      >
        <RecipeEditor items={items} ingredients={FEEDS} onChange={setItems} />
      </form>
    </MantineProvider>
  );
}

beforeAll(() => startI18n('en'));

test('Enter goes to the next share without saving, Ctrl Enter saves; rows pasted from a spreadsheet fill the rows', async () => {
  const user = userEvent.setup();
  render(<Form />);
  await screen.findAllByRole('textbox');
  const shares = () =>
    screen.getAllByRole<HTMLInputElement>('textbox', { name: /Hay|Maize silage|Meal/ }).filter((one) => one.dataset.column);
  await user.click(shares()[0]!);
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(shares()[1]);
  expect(save).not.toHaveBeenCalled();
  await user.click(shares()[0]!);
  await user.paste('Maize silage\t60\nHay\t30\nMeal\t10');
  expect(shares().map(({ value }) => value)).toEqual(['60', '30', '10']);
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(save).toHaveBeenCalledExactlyOnceWith([
    { ingredient: 1, percent: 60 },
    { ingredient: 2, percent: 30 },
    { ingredient: 3, percent: 10 },
  ]);
});
