import { z } from 'zod';

/** Equations of the expected dry-matter intake of lactating cows: by the animal, or by the animal's milk and its diet. */
export const INTAKE_EQUATIONS = ['nasem_2021_animal', 'nasem_2021_diet'] as const;
export type IntakeEquation = (typeof INTAKE_EQUATIONS)[number];

const percent = z.number().min(0).max(100).multipleOf(0.01);

/** NASEM 2021, equation 2-1: body weight (kg), body condition (1–5), days in milk, share of second and later lactations, milk energy (Mcal a day). */
export const AnimalIntake = z.object({
  equation: z.literal('nasem_2021_animal'),
  weight: z.number().min(100).max(1500).multipleOf(0.001),
  condition: z.number().min(1).max(5).multipleOf(0.01),
  days_in_milk: z.int().min(1).max(1000),
  later_lactations: z.number().min(0).max(1).multipleOf(0.001),
  milk_energy: z.number().min(0).max(100).multipleOf(0.01),
});

/** NASEM 2021, equation 2-2: forage NDF, ADF and NDF (% of dry matter), digestibility of forage NDF in 48 h (%), milk (kg a day). */
export const DietIntake = z.object({
  equation: z.literal('nasem_2021_diet'),
  forage_ndf: percent,
  adf: percent,
  ndf: percent.min(1, 'min_val'),
  forage_ndf_digestibility: percent,
  milk: z.number().min(0).max(100).multipleOf(0.001),
});

export const Intake = z.discriminatedUnion('equation', [AnimalIntake, DietIntake]);
export type Intake = z.infer<typeof Intake>;

function calculateByAnimal({
  weight,
  condition,
  days_in_milk,
  later_lactations: later,
  milk_energy,
}: z.infer<typeof AnimalIntake>): number {
  const full = 3.7 + 5.7 * later + 0.305 * milk_energy + 0.022 * weight + (-0.689 - 1.87 * later) * condition;
  return full * (1 - (0.212 + 0.136 * later) * Math.exp(-0.053 * days_in_milk));
}

function calculateByDiet({ forage_ndf, adf, ndf, forage_ndf_digestibility: digested, milk }: z.infer<typeof DietIntake>): number {
  const ratio = adf / ndf;
  const beyond = digested - 48.3;
  const ofFibre = 12 - 0.107 * forage_ndf + 8.17 * ratio + 0.0253 * digested - 0.328 * (ratio - 0.602) * beyond;
  return ofFibre + 0.225 * milk + 0.0039 * beyond * (milk - 33.1);
}

/** Expected dry matter in kg per head and day, with six decimals. */
export function calculateIntake(intake: Intake): number {
  const kg = intake.equation === 'nasem_2021_animal' ? calculateByAnimal(intake) : calculateByDiet(intake);
  return Math.round(kg * 1e6) / 1e6;
}
