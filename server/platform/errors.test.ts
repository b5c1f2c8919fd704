import { expect, test } from 'vitest';
import { conflict, invalid } from './errors.ts';

test.each([
  ['name', 'The name must be unique'],
  ['company_name', 'The name must be unique'],
  ['detail', 'The name must be unique'],
  ['date', 'There is an entry for this day already'],
  ['rows.2.weighed_on', 'There is an entry for this day already'],
  ['phone', 'There is an entry with this value already'],
  ['lines.0.ingredient', 'There is an entry with this value already'],
])('the message of a taken value at %s is "%s"', (field, message) => {
  expect(invalid(field, 'not_unique').errors).toEqual({ [field]: [{ code: 5, message }] });
  expect(conflict('not_unique', { values: ['Dawn'] }, field).errors[field]?.[0]?.message).toBe(`${message}: Dawn`);
});

test('other messages are the same at every field', () => {
  expect(invalid('date', 'required').errors).toEqual({ date: [{ code: 2, message: 'This field is required' }] });
});
