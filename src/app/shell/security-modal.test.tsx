import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TOTP } from 'otpauth';
import { type ReactElement, Suspense } from 'react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/admin/accounts.ts';
import { ResetSecondFactor } from '#src/admin/people/reset-second-factor.tsx';
import { queryClient } from '#src/core/api/query-client.ts';
import { useMe } from '#src/core/api/session.ts';
import { theme } from '#src/core/ui/theme.ts';
import { PASSWORD, type TestApi } from '#tests/support/api.ts';
import { signInAs, startBehind, stopBehind } from '#tests/support/behind-screens.ts';
import { makeAccount } from '#tests/support/factories.ts';
import { startTexts } from '#tests/support/screen-language.ts';
import { SecurityModal } from './security-modal.tsx';

let api: TestApi;
beforeAll(async () => {
  ({ api } = await startBehind());
  await startTexts();
});
afterAll(stopBehind);

/** Creates a super administrator with a second factor, and returns its recovery codes. */
async function makeGuarded() {
  const person = await makeAccount(api, { user_type: 'admin', is_superadmin: true });
  const { secret } = (await person.caller.post('auth/second-factor/', { password: PASSWORD })).data;
  const on = await person.caller.post('auth/second-factor/confirm/', { code: new TOTP({ secret }).generate() });
  return { ...person, codes: on.data.recovery_codes as string[] };
}

const show = (element: ReactElement) =>
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <Suspense>{element}</Suspense>
      </QueryClientProvider>
    </MantineProvider>,
  );

function Security() {
  return <SecurityModal me={useMe()} onClose={() => undefined} />;
}

test('the second step is turned off with the password and a code, and a missing one is reported at its field', async () => {
  const user = userEvent.setup();
  const { caller, codes } = await makeGuarded();
  await signInAs(caller.token);
  const { unmount } = show(<Security />);
  await user.click(await screen.findByRole('button', { name: 'Turn off' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(await dialog.findByLabelText('Current password'), PASSWORD);
  await user.click(dialog.getByRole('button', { name: 'Turn off' }));
  expect(await dialog.findByText('Give the code of your app, or a recovery code')).toBeTruthy();
  await user.type(dialog.getByLabelText('One-time code'), codes[0] as string);
  await user.click(dialog.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByRole('button', { name: 'Turn the second step on' })).toBeTruthy();
  expect((await caller.get('auth/me/')).data.second_factor).toBe(false);
  unmount();
});

test('an administrator resets another user’s second step with the administrator’s own password and code', async () => {
  const user = userEvent.setup();
  const { caller, codes } = await makeGuarded();
  const lost = await makeGuarded();
  await signInAs(caller.token);
  const { data: person } = await caller.get(`dashboard/users/${lost.id}/`);
  const { unmount } = show(<ResetSecondFactor resource={accounts} person={person} onClose={() => undefined} />);
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(await dialog.findByLabelText('Current password'), PASSWORD);
  await user.type(dialog.getByLabelText('One-time code'), lost.codes[0] as string);
  await user.click(dialog.getByRole('button', { name: 'Reset the second sign-in step' }));
  expect(await dialog.findByText('The code is not right or was used before')).toBeTruthy();
  await user.clear(dialog.getByLabelText('One-time code'));
  await user.type(dialog.getByLabelText('One-time code'), codes[0] as string);
  await user.click(dialog.getByRole('button', { name: 'Reset the second sign-in step' }));
  await expect.poll(async () => (await caller.get(`dashboard/users/${lost.id}/`)).data.second_factor).toBe(false);
  unmount();
});
