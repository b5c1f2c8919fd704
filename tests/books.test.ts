import { describe, expect, test } from 'vitest';
import { ELSEWHERE, REFUSED_FIRST, SPECIAL } from './support/books/special.ts';
import { caseOf, nameOf, REOPEN, writes } from './support/books/walk.ts';

// The walks themselves are in books-kyiv, books-denver and books-auckland, so that they run beside each other.
describe('every write endpoint', () => {
  test('has a case', () => {
    expect(writes.filter((one) => !caseOf(one) && nameOf(one) !== REOPEN).map(nameOf)).toEqual([]);
  });

  test('has one case alone, and no case is of an endpoint that is gone', () => {
    const known = new Set(writes.map(nameOf));
    expect([...Object.keys(SPECIAL), ...ELSEWHERE, ...Object.keys(REFUSED_FIRST)].filter((name) => !known.has(name))).toEqual([]);
    expect(Object.keys(SPECIAL).filter((name) => ELSEWHERE.includes(name))).toEqual([]);
  });
});
