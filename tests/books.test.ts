import { describe, expect, test } from 'vitest';
import { ELSEWHERE, REFUSED_FIRST, SPECIAL } from './support/books/special.ts';
import { caseOf, nameOf, REOPEN, writes } from './support/books/walk.ts';

// The calls are in books-kyiv, books-denver and books-auckland, so that these run in parallel.
describe('every write endpoint', () => {
  test('every write endpoint has a case', () => {
    expect(writes.filter((one) => !caseOf(one) && nameOf(one) !== REOPEN).map(nameOf)).toEqual([]);
  });

  test('every write endpoint has a single case, and all cases name existing endpoints', () => {
    const known = new Set(writes.map(nameOf));
    expect([...Object.keys(SPECIAL), ...ELSEWHERE, ...Object.keys(REFUSED_FIRST)].filter((name) => !known.has(name))).toEqual([]);
    expect(Object.keys(SPECIAL).filter((name) => ELSEWHERE.includes(name))).toEqual([]);
  });
});
