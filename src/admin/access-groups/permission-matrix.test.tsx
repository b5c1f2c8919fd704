import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { Suspense } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { MODULES, permissionsOf, SECTIONS } from '#contract/access.ts';
import { SCREENS } from '#src/app/screens.ts';
import { theme } from '#src/core/ui/theme.ts';
import { startTexts } from '#tests/support/screen-language.ts';
import { PermissionMatrix } from './permission-matrix.tsx';

beforeAll(async () => {
  await startTexts();
  await i18next.loadNamespaces(['admin', 'reports', 'operations']);
});

test.each(SECTIONS.reports.map(([, item]) => item))('the right %s names every report that it opens', async (item) => {
  render(
    <MantineProvider theme={theme} env="test">
      <Suspense>
        <PermissionMatrix permissions={permissionsOf({})} modules={MODULES} readOnly={false} onChange={() => undefined} />
      </Suspense>
    </MantineProvider>,
  );
  const label = i18next.t(`admin:access.manger.${item}`);
  const row = (await screen.findByRole('checkbox', { name: new RegExp(`^${label}: View`) })).closest('tr')!;
  const needs = (permission: (typeof SCREENS)[number]['permission']) => (permission === null ? [] : [permission].flat());
  const reports = SCREENS.filter(({ question, namesFarms }) => question !== undefined && namesFarms);
  const opened = reports.filter(({ permission }) => needs(permission).some((need) => need.item === item && need.action === 'view'));
  for (const { title } of opened) expect(row.textContent).toContain(i18next.t(title));
  if (item === 'additional') {
    expect(opened.length).toBeGreaterThan(15);
    expect(row.textContent).toContain(i18next.t('operations:history.tabs.signals'));
    expect(row.textContent).toContain(i18next.t('reports:budgets.title'));
  }
});
