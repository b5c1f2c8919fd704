import { expect, it } from 'vitest';
import { ECM, type EcmFormula } from './formulas.ts';

/** A formula worked out for milk of such fat and protein in percent. Its SQL is plain arithmetic, which JavaScript reads alike. */
const corrected = (formula: EcmFormula, kg: number, fatPercent: number, proteinPercent: number): number =>
  new Function('kg', 'fat', 'protein', `return ${ECM[formula]}`)(kg, (kg * fatPercent) / 100, (kg * proteinPercent) / 100);

it('milk of the standard that a formula corrects to stays as it is', () => {
  expect(corrected('ifcn', 30, 4, 3.3)).toBeCloseTo(30, 9);
  expect(corrected('fcm4', 30, 4, 3.3)).toBeCloseTo(30, 9);
  // The published constants of the other two are rounded.
  expect(corrected('fcm35', 30, 3.5, 3)).toBeCloseTo(30, 1);
  expect(corrected('dhi', 30, 3.5, 3.05)).toBeCloseTo(30, 1);
});

it('a published example comes out as it was printed', () => {
  // IFCN: 30 kg of 4.2 % fat and 3.4 % protein are 30.97 kg.
  expect(corrected('ifcn', 30, 4.2, 3.4)).toBeCloseTo(30.97, 2);
});
