// @vitest-environment happy-dom
import i18next from 'i18next';
import { beforeAll, expect, it, vi } from 'vitest';
import { ERROR_CODES } from '#contract/error-codes.ts';
import en from '#locales/en/core.json' with { type: 'json' };
import { startI18n } from '#src/core/i18n/i18n.ts';
import { ApiError } from './api-error.ts';
import { errorText, failureText } from './error-text.ts';
import { putErrors } from './form-errors.ts';

// With its own texts, i18next would load none for the next file of this worker.
beforeAll(() => startI18n('en'));

it('every code of the contract has a text', () => {
  for (const [name, code] of Object.entries(ERROR_CODES)) {
    const text = errorText(i18next.t, { code, message: 'server’s own', limit: 8 });
    expect(text, name).not.toMatch(/server’s own|core:|errors\.|\{\{/);
  }
  expect(errorText(i18next.t, { code: 6, message: '', limit: 80 })).toBe('No more than 80 characters');
  expect(errorText(i18next.t, { code: 'not_enough', message: '', values: ['Hay', 'Salt'] })).toMatch(/: Hay, Salt$/);
  expect(errorText(i18next.t, { code: 'month_closed', message: '', values: ['2026-10'] })).toBe('The month is closed: October 2026');
  expect(errorText(i18next.t, { code: 999, message: 'server’s own' })).toBe('server’s own');
});

it('sets errors on their fields, also nested ones, and returns the others', () => {
  const setErrors = vi.fn();
  const form = { getValues: () => ({ name: 'x', items: [{ percent: 1 }, { percent: 2 }] }), setErrors };
  const error = new ApiError(400, {
    name: [{ code: 5, message: '' }],
    'items.1.percent': [{ code: 9, message: '' }],
    'items.7.percent': [{ code: 2, message: '' }],
    detail: [{ code: 'percent_sum', message: '' }],
  });
  expect(putErrors(form, error, i18next.t)).toEqual(['This field is required', 'The sum of percentages must equal 100']);
  expect(setErrors).toHaveBeenCalledWith({ name: 'The name must be unique', 'items.1.percent': 'The value cannot be negative' });
});

it('any failure has a text', () => {
  expect(failureText(i18next.t, new TypeError('boom'))).toBe(en.errors.unexpected);
  expect(en.errors.unexpected).toBe('Unexpected error');
  expect(failureText(i18next.t, new ApiError(502, {}))).toBe('An error occurred, please try again');
  expect(failureText(i18next.t, new ApiError(0, { detail: [{ code: 'offline', message: '' }] }))).toBe(en.errors.offline);
});

it('states whether seeing or changing was refused', () => {
  const refused = { detail: [{ code: 'not_permitted' as const, message: '' }] };
  expect(failureText(i18next.t, new ApiError(403, refused))).toBe(en.access.no_view);
  expect(failureText(i18next.t, new ApiError(403, refused, true))).toBe(en.access.no_edit);
  const form = { getValues: () => ({}), setErrors: vi.fn() };
  expect(putErrors(form, new ApiError(403, refused, true), i18next.t)).toEqual([en.access.no_edit]);
});
