import { MantineProvider, Modal } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { OwnConventions } from '#contract/words.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { startI18n } from '#src/core/i18n/i18n.ts';
import { CalendarLanguage } from '#src/core/ui/calendar-language.tsx';
import { theme } from '#src/core/ui/theme.ts';
import { TimeRangePicker } from '#src/core/ui/time-range/time-range-picker.tsx';
import { readAs } from '#tests/support/reader.ts';
import { MomentInput } from './moment-input.tsx';

beforeAll(() => startI18n());
afterEach(async () => {
  cleanup();
  queryClient.clear();
  await i18next.changeLanguage('uk');
});

async function show(language: string, own: OwnConventions) {
  await i18next.changeLanguage(language);
  readAs('uk', own);
  const { container } = render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <MomentInput label="When" timezone="Europe/Kyiv" value="2026-03-02T13:05:00Z" onChange={() => undefined} />
        <TimeRangePicker value={{ start: '15:05', end: '16:10' }} onChange={() => undefined} />
        <CalendarLanguage>
          <DatePicker defaultDate="2026-03-02" />
        </CalendarLanguage>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return () => ({
    moment: screen.getByLabelText('When').textContent,
    week: [...container.querySelectorAll('thead th')].map((head) => head.textContent),
    halves: screen.queryAllByText('PM').length,
  });
}

test.each([
  ['de', { clock: '12', week_start: 'saturday' }, '02.03.2026 03:05 PM', ['Sa', 'So', 'Mo', 'Di', 'Mi', 'Do', 'Fr'], 2],
  ['de', { clock: '24', week_start: 'sunday' }, '02.03.2026 15:05', ['So', 'Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa'], 0],
  ['en-US', { clock: '24', week_start: 'monday' }, '03/02/2026 15:05', ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'], 0],
  ['en-US', { clock: '12', week_start: 'sunday' }, '03/02/2026 03:05 PM', ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'], 2],
] as const)(
  'time fields in %s for a reader with %o have that clock, and weeks begin on the matching day',
  async (language, own, moment, week, halves) => {
    const shown = await show(language, own);
    await waitFor(() => expect(shown()).toEqual({ moment, week, halves }));
  },
);

test('the time fields have names, and Escape in them closes the calendar alone', async () => {
  const user = userEvent.setup();
  await i18next.changeLanguage('en-US');
  readAs('uk', { clock: '12' });
  const onClose = vi.fn();
  render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <Modal opened onClose={onClose} title="Delivery">
          <MomentInput label="When" timezone="Europe/Kyiv" value="2026-03-02T13:05:00Z" onChange={() => undefined} />
        </Modal>
      </QueryClientProvider>
    </MantineProvider>,
  );
  for (const name of ['hours', 'minutes', 'AM, PM']) {
    await user.click(screen.getByLabelText('When'));
    await user.click(await screen.findByLabelText(name));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByLabelText(name)).toBeNull());
  }
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});
