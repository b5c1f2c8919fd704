import { createHmac, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import { USER_TYPES } from '#contract/access.ts';
import { person } from '#contract/admin/auth.ts';
import { clients } from '#contract/admin/clients.ts';
import { Clock, Day, Id, Language, text, Units, WeekStart } from '#contract/kinds.ts';
import type { Sums } from '#server/db/archive.ts';

export const FORMAT = 'manger client 1';
/** Rows of a table in one file of the archive, so that either side holds no more at once. */
export const PART_ROWS = 20_000;

/** Eighty years, each of whose months is a part of the tables of facts. */
const MOST_MONTHS = 960;
const distinct = (most: number) =>
  z
    .array(z.string().max(200))
    .max(most)
    .refine((names) => new Set(names).size === names.length);

/** `manifest.json`: what the archive holds, so that what is missing, cut or of a newer version is seen before anything is written. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  made_at: z.string(),
  /** What the data was made under, oldest first. */
  migrations: z.array(z.string()).max(10_000),
  client: clients.create
    .pick({ company_name: true, info: true, modules: true, currency: true })
    // Older archives have none: there the owner's language says.
    .extend({ units: Units.optional(), clock: Clock.optional(), week_start: WeekStart.optional() }),
  /** Each after those that it refers to, with the columns that its rows have. */
  tables: z
    .array(z.object({ table: z.string(), columns: distinct(200).min(1), rows: z.int().nonnegative(), files: distinct(100_000) }))
    .max(500),
  people: z.int().nonnegative(),
  /** First days of the months that the facts lie in. */
  months: z.array(Day.endsWith('-01')).max(MOST_MONTHS),
  sums: z.record(z.string(), z.string().nullable()) satisfies z.ZodType<Sums>,
  /** SHA-256 of each file. */
  checksums: z.record(z.string(), z.string()),
  /** What an archive doesn't take along. */
  left_out: z.array(z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

/** Beside the manifest, whose checksums tell of all else: that this installation made it. */
export const SIGNATURE_FILE = 'signature';
export const signatureOf = (secret: string, manifest: Uint8Array): string =>
  createHmac('sha256', secret).update('the archive of a client\n').update(manifest).digest('hex');
export function isSignedHere(secret: string, manifest: Uint8Array, signature: Uint8Array | undefined): boolean {
  const expected = Buffer.from(signatureOf(secret, manifest));
  return signature?.length === expected.length && timingSafeEqual(signature, expected);
}

const Moment = z
  .string()
  .max(40)
  .regex(/^(19|2\d)\d\d-\d\d-\d\d[ T]\d\d:/);
/** One person of the archive. `outside`: not the client's own, kept by name for what they recorded. */
export const ArchivedPerson = z.object({
  id: Id,
  user_type: z.enum(USER_TYPES),
  first_name: person.first_name,
  last_name: person.last_name,
  phone: text(40),
  email: z.union([z.literal(''), person.email]),
  language: Language,
  units: Units.nullable().optional(),
  clock: Clock.nullable().optional(),
  week_start: WeekStart.nullable().optional(),
  about: text(2000),
  access_group_id: Id.nullable(),
  locked: z.boolean(),
  deleted: z.boolean(),
  erased_at: Moment.nullable(),
  created_at: Moment,
  outside: z.boolean(),
});
export type ArchivedPerson = z.infer<typeof ArchivedPerson>;
export const PEOPLE_FILE = 'people.jsonl';
export const MANIFEST_FILE = 'manifest.json';
/** For people; nothing is read of it when the archive comes in. */
export const BOOK_FILE = 'lists.xlsx';
export const partName = (table: string, part: number) => `tables/${table}-${String(part).padStart(4, '0')}.jsonl`;

/** Until its transaction ends the connection sees the rows of one client, which row-level security sees to. */
export const seeClient = (connection: pg.ClientBase, client: number) =>
  connection.query(
    "select set_config('timezone', 'UTC', true), set_config('manger.client_id', $1, true), set_config('manger.all_clients', 'off', true)",
    [String(client)],
  );
