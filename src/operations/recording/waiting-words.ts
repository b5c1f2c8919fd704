import type { FieldError } from '#contract/errors.ts';
import type { BunkScore } from '#contract/operations/daily-call.ts';
import type { DryMatterMethod } from '#contract/operations/dry-matter.ts';
import type { LoadReport, UploadReport } from '#contract/operations/feedings.ts';

/** Waiting data belongs to the person who recorded it and is never sent in another person's name. */
interface Kept {
  id: string;
  user: number;
  client: number | null;
  farm: number;
  name: string;
  /** Why the server refused it; it stays, and so do later reports of the same feeding. */
  refused?: FieldError;
}

/** A report of a feeding; each adds to the earlier ones. */
export interface WaitingReport extends Kept {
  schedule: number;
  kind: 'load' | 'upload';
  body: LoadReport | UploadReport;
}

/** A value of a group on a day; it replaces a waiting one for the same group and day. */
export interface GroupWord extends Kept {
  schedule?: undefined;
  kind: 'bunkscores' | 'calls';
  body: { group: number; day: string; score?: BunkScore; scale?: number | null; percent?: number; rise_again?: boolean };
}

/** A measurement of a feed at a moment; each is separate. */
export interface MeasurementWord extends Kept {
  schedule?: undefined;
  kind: 'drymatter';
  body: { ingredient: number; measured_at: string; method: DryMatterMethod; percent?: number; wet?: number; dry?: number };
}

/** Milk of a day, for a group or a whole farm, in kilograms with percentages; it replaces a waiting one for the same subject. */
export interface MilkWord extends Kept {
  schedule?: undefined;
  kind: 'milk';
  body: { farm: number; group: number | null; day: string; kg: number; fat: number; protein: number; price: number | null };
}

/** Entries that are sent separately and may be sent twice: the server recognises them. */
export type WaitingWord = GroupWord | MeasurementWord | MilkWord;

export type Waiting = WaitingReport | WaitingWord;
