import { createHmac, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import { USER_TYPES } from '#contract/access.ts';
import { person } from '#contract/admin/auth.ts';
import { clients } from '#contract/admin/clients.ts';
import { Clock, Day, Id, Language, text, Units, WeekStart } from '#contract/kinds.ts';
import type { Sums } from '#server/db/archive.ts';

export const FORMAT = 'manger client 1';
/** Rows of a table per file of the archive, which limits the memory of both sides. */
export const PART_ROWS = 20_000;

/** Max months: eighty years. Each month is a partition of the tables of facts. */
const MAX_MONTHS = 960;
const distinct = (most: number) =>
  z
    .array(z.string().max(200))
    .max(most)
    .refine((names) => new Set(names).size === names.length);

/** `manifest.json`: the archive's content, so that missing, cut or newer data is detected before anything is written. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  made_at: z.string(),
  /** Migrations of the data, oldest first. */
  migrations: z.array(z.string()).max(10_000),
  client: clients.create
    .pick({ company_name: true, info: true, modules: true, currency: true })
    // Older archives have no settings; the owner's language decides.
    .extend({ units: Units.optional(), clock: Clock.optional(), week_start: WeekStart.optional() }),
  /** Tables with the columns of their rows, each after the tables that it references. */
  tables: z
    .array(z.object({ table: z.string(), columns: distinct(200).min(1), rows: z.int().nonnegative(), files: distinct(100_000) }))
    .max(500),
  people: z.int().nonnegative(),
  /** First days of the months with facts. */
  months: z.array(Day.endsWith('-01')).max(MAX_MONTHS),
  sums: z.record(z.string(), z.string().nullable()) satisfies z.ZodType<Sums>,
  /** SHA-256 of each file. */
  checksums: z.record(z.string(), z.string()),
  /** Tables that the archive omits. */
  left_out: z.array(z.string()),
});
export type Manifest = z.infer<typeof Manifest>;

/** Signature of the manifest, which contains all checksums: proves that this installation made the archive. */
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
/** One person of the archive. `outside`: not of the client, exported by name only because of recorded facts. */
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
/** For people. An import ignores it. */
export const BOOK_FILE = 'lists.xlsx';
export const partName = (table: string, part: number) => `tables/${table}-${String(part).padStart(4, '0')}.jsonl`;

/** Limits the connection to one client's rows until its transaction ends, by row-level security. */
export const seeClient = (connection: pg.ClientBase, client: number) =>
  connection.query(
    "select set_config('timezone', 'UTC', true), set_config('manger.client_id', $1, true), set_config('manger.all_clients', 'off', true)",
    [String(client)],
  );
