import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { lbOfKg } from '#common/format/weight.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { useMe } from '#src/core/api/session.ts';
import { theme } from '#src/core/ui/theme.ts';
import type { Caller } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { TestWorker } from '#tests/support/export-worker.ts';
import { renderReport, unmountReport } from '#tests/support/report-screen.tsx';
import { readIn } from '#tests/support/screen-language.ts';
import { readWorkbook } from '#tests/support/workbook.ts';
import { ProfileModal } from './profile-modal.tsx';

// Switches from the language of the first sign-in to another one and back.
readIn('uk');

const saved: Blob[] = [];
let owner: Caller;

beforeAll(async () => {
  const { api } = await startBehind('tiny');
  owner = await api.signIn('owner@manger.test');
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      saved.push(blob);
      return 'blob:report';
    },
    revokeObjectURL: () => undefined,
  });
});
afterAll(stopBehind);
afterEach(async () => {
  unmountReport();
  queryClient.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await i18next.changeLanguage('uk');
});

function Profile({ onClose }: { onClose: () => void }) {
  return <ProfileModal me={useMe()} onClose={onClose} />;
}

/** Opens the profile beside the current screen, like the shell. */
function openProfile() {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const closed = vi.fn(() => setTimeout(() => root.unmount()));
  root.render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <Profile onClose={closed} />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return closed;
}

const column = (key: string) =>
  [...document.querySelectorAll(`[row-index]:not([row-index^="b-"]) [role="gridcell"][col-id="${key}"]`)].map((cell) => cell.textContent);
const heading = (key: string) => document.querySelector(`[role="columnheader"][col-id="${key}"]`)?.textContent ?? '';

test('pounds and the 12-hour clock, chosen in a German account’s profile, change both the grid and its file', async () => {
  const user = userEvent.setup();
  await owner.put('auth/me/', { language: 'de' });
  await signInAs(owner.token);
  const [farm] = (await owner.get<{ id: number }[]>('manager/farms/dashboard/')).data;
  const { params } = await renderReport(`reports/planfeed?farm=${farm?.id}`);
  await i18next.changeLanguage('de');
  await waitFor(() => expect(column('plan').length).toBeGreaterThan(0));
  expect(heading('plan')).toContain('kg');
  const before = column('plan');

  const closed = openProfile();
  const [own] = await screen.findAllByLabelText('Gewichte');
  await user.selectOptions(own as Element, 'lb');
  await user.selectOptions((await screen.findAllByLabelText('Uhrzeit'))[0] as Element, '12');
  await user.click(screen.getByRole('button', { name: 'Speichern' }));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect((await owner.get('auth/me/')).data).toMatchObject({ units: 'lb', clock: '12', week_start: null, weighs_in_pounds: false });

  await waitFor(() => expect(heading('plan')).toContain('lb'));
  await waitFor(() => expect(column('plan')).not.toEqual(before));
  const asked = ['planned_on_after', 'planned_on_before'].map((name) => `${name}=${params().get(name)}`).join('&');
  const { data } = await owner.get<ReportData>(`report/planfeed/?farm=${farm?.id}&${asked}`);
  const numberOf = (text: string) => Number(text.replaceAll('.', '').replace(',', '.'));
  const shown = column('plan').map((text) => numberOf(text ?? ''));
  const cut = data.rows.map(({ plan }) => Math.floor(Number((lbOfKg(Number(plan)) * 100).toFixed(6))) / 100);
  expect(cut).toEqual(expect.arrayContaining(shown));

  vi.stubGlobal('Worker', TestWorker);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await user.click(screen.getByRole('button', { name: 'Excel' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const [sheet] = await readWorkbook(new Uint8Array(await saved[0]!.arrayBuffer()));
  const inFile: number[] = [];
  const headings: string[] = [];
  sheet?.eachRow((row) => row.eachCell(({ value }) => (typeof value === 'number' ? inFile.push(value) : headings.push(String(value)))));
  // The file has exact numbers; the screen shows two decimals.
  for (const figure of shown) expect(inFile.filter((exact) => Math.abs(exact - figure) < 0.01)).not.toEqual([]);
  expect(headings.join(' | ')).toContain(', lb');
  expect(headings.join(' | ')).not.toMatch(/, kg\b/);
  expect(headings.join(' | ')).toMatch(/\d{2}\.\d{2}\.\d{4} \d{1,2}:\d{2} [AP]M/);
});

test('the owner’s profile changes what the client’s people see', async () => {
  const user = userEvent.setup();
  await owner.put('auth/me/', { language: 'de', units: null, clock: null });
  await signInAs(owner.token);
  await i18next.changeLanguage('de');
  const closed = openProfile();
  const [own, ofClient] = await screen.findAllByLabelText('Die Woche beginnt am');
  expect((own as HTMLSelectElement).selectedOptions[0]?.textContent).toBe('Wie beim Kunden: Montag');
  await user.selectOptions(ofClient as Element, 'saturday');
  expect((own as HTMLSelectElement).selectedOptions[0]?.textContent).toBe('Wie beim Kunden: Samstag');
  await user.click(screen.getByRole('button', { name: 'Speichern' }));
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect((await owner.get('auth/me/')).data).toMatchObject({ week_start: null, client_conventions: { week_start: 'saturday' } });
});
