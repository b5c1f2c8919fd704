import { expect, test } from 'vitest';
import { calculateIntake, Intake } from './intake.ts';

const cow = {
  equation: 'nasem_2021_animal',
  weight: 700,
  condition: 3,
  days_in_milk: 160,
  later_lactations: 0,
  milk_energy: 22.5,
} as const;

// NASEM 2021, equation 2-1, computed by its published coefficients (model code, line 389).
test.each([
  [{ ...cow }, 23.894448],
  [{ ...cow, later_lactations: 1 }, 23.983767],
  [{ ...cow, later_lactations: 0.5 }, 23.939109],
])('equation 2-1 gives the intake of %o', (intake, kg) => {
  expect(calculateIntake(intake)).toBe(kg);
});

test('the intake rises with lactation days until the plateau of equation 2-1', () => {
  const on = (days_in_milk: number) => calculateIntake({ ...cow, days_in_milk });
  expect(on(1)).toBeLessThan(on(30));
  expect(on(30)).toBeLessThan(on(160));
  expect(on(1000)).toBe(23.8955);
});

// NASEM 2021, equation 2-2: at 48.3 % digestibility and ADF ÷ NDF 0.602 only the linear terms remain.
test('equation 2-2 gives the intake of a diet', () => {
  const diet = { equation: 'nasem_2021_diet', forage_ndf: 24, adf: 18.06, ndf: 30, forage_ndf_digestibility: 48.3, milk: 33.1 } as const;
  expect(calculateIntake(diet)).toBe(23.01983);
  expect(calculateIntake({ ...diet, milk: 43.1 })).toBe(25.26983);
  expect(calculateIntake({ ...diet, forage_ndf_digestibility: 58.3, milk: 43.1 })).toBe(25.91283);
});

test('an input beyond any cow is refused at its field', () => {
  const { error } = Intake.safeParse({ ...cow, later_lactations: 1.2, condition: 6 });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['condition', 'later_lactations']);
});
