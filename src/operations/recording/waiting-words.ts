import type { FieldError } from '#contract/errors.ts';
import type { BunkScore } from '#contract/operations/daily-call.ts';
import type { DryMatterMethod } from '#contract/operations/dry-matter.ts';
import type { LoadReport, UploadReport } from '#contract/operations/feedings.ts';

/** What waits on the device belongs to who recorded it, and is never sent in another's name. */
interface Kept {
  id: string;
  user: number;
  client: number | null;
  farm: number;
  name: string;
  /** Why the server refused it; it stays, and so does all that follows it of the same feeding. */
  refused?: FieldError;
}

/** A report of a feeding: each adds to those before it. */
export interface WaitingReport extends Kept {
  schedule: number;
  kind: 'load' | 'upload';
  body: LoadReport | UploadReport;
}

/** What is so of a group on a day: it takes the place of what waited of that before. */
export interface GroupWord extends Kept {
  schedule?: undefined;
  kind: 'bunkscores' | 'calls';
  body: { group: number; day: string; score?: BunkScore; percent?: number; rise_again?: boolean };
}

/** What was measured of a feed at a moment: each stands for itself. */
export interface MeasurementWord extends Kept {
  schedule?: undefined;
  kind: 'drymatter';
  body: { ingredient: number; measured_at: string; method: DryMatterMethod; percent?: number; wet?: number; dry?: number };
}

/** The milk of a day, of a group or of a farm as a whole: it takes the place of what waited of that before. Kilograms, and percent of them. */
export interface MilkWord extends Kept {
  schedule?: undefined;
  kind: 'milk';
  body: { farm: number; group: number | null; day: string; kg: number; fat: number; protein: number; price: number | null };
}

/** What is sent by itself, and may be sent twice: the server knows it again. */
export type WaitingWord = GroupWord | MeasurementWord | MilkWord;

export type Waiting = WaitingReport | WaitingWord;
