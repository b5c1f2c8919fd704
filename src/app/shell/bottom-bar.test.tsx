import { MantineProvider } from '@mantine/core';
import { IconHome2 } from '@tabler/icons-react';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeAll, expect, test } from 'vitest';
import type { TextKey } from '#common/texts/text-keys.gen.ts';
import { startI18n } from '#src/core/i18n/i18n.ts';
import { theme } from '#src/core/ui/theme.ts';
import { BottomBar } from './bottom-bar.tsx';
import type { ShellState } from './use-shell.ts';

beforeAll(() => startI18n('en'));

const showBar = async (...titles: TextKey[]) => {
  const items = titles.map((title) => ({ title, icon: IconHome2, to: `/${title}`, screens: [] }));
  render(
    <MantineProvider theme={theme} env="test">
      <MemoryRouter>
        <Suspense>
          <BottomBar shell={{ items } as unknown as ShellState} />
        </Suspense>
      </MemoryRouter>
    </MantineProvider>,
  );
  return screen.findByRole('navigation');
};
const names = (elements: HTMLElement[]) => elements.map((element) => element.textContent);

test('a phone shows home, feeding, stock and reports, and the other sections under More', async () => {
  const bar = await showBar(
    'core:menu.home',
    'core:menu.feeding',
    'core:menu.stock',
    'core:menu.herd',
    'core:menu.reports',
    'core:menu.month',
  );
  expect(names(within(bar).getAllByRole('link'))).toEqual(['Home', 'Feeding', 'Stock', 'Reports']);
  await userEvent.click(within(bar).getByRole('button', { name: 'More' }));
  expect(names(await screen.findAllByRole('menuitem'))).toEqual(['Herd and rations', 'Month’s end']);
});

test('a phone shows five sections in the order of the menu', async () => {
  const bar = await showBar('core:menu.home', 'core:menu.stock', 'core:menu.herd', 'core:menu.reports', 'core:menu.month');
  expect(names(within(bar).getAllByRole('link'))).toEqual(['Home', 'Stock', 'Herd', 'Reports', 'Month']);
});
