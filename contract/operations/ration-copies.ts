import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import { Id, text } from '#contract/kinds.ts';
import { many, named, Version } from '#contract/resource.ts';
import { RationItemRow } from './ration-items.ts';
import { rations } from './rations.ts';

export const COPY_TARGETS_PATH = `${rations.path}/targets`;

/** Max farms of one copy. */
export const MAX_COPY_TARGETS = 50;

/** A farm that the caller sees. `may_copy` is true if the caller may write rations there: by right, or by the client's grant. */
export const CopyTarget = z
  .object({ client: Id, client_name: z.string(), ...named('farm'), company_name: z.string(), may_copy: z.boolean() })
  .meta({ id: 'RationCopyTarget' });
export type CopyTarget = z.infer<typeof CopyTarget>;
export const CopyTargets = many(CopyTarget);

/** The feed of the target farm for one feed of the source; null leaves the part out. */
const CopyChoice = z.object({ ingredient: Id, use: Id.nullable() });

/**
 * Farms that get the ration. `client` is by default the caller's. The farm's ration of the same name gets a new version; without one, the
 * farm gets a new ration. `version` is that of the farm's ration as shown by the dry run: a later one is refused. `reason` is stored in the
 * history of each farm.
 */
export const CopyBody = z.object({
  targets: z
    .array(z.object({ client: Id.optional(), farm: Id, version: Version.nullish(), choices: z.array(CopyChoice).max(60).default([]) }))
    .min(1)
    .max(MAX_COPY_TARGETS),
  reason: text(300).default(''),
});
export type CopyBody = z.infer<typeof CopyBody>;

/**
 * How a part found its feed: by the key of its name, by the item number (within one client), by the caller's choice, left out by the
 * caller, or not at all.
 */
export const COPY_MATCHES = ['name', 'number', 'chosen', 'left_out', 'none'] as const;
export const CopyPart = z.object({
  ...named('ingredient'),
  match: z.enum(COPY_MATCHES),
  use: Id.nullable(),
  use_name: z.string().nullable(),
});
export type CopyPart = z.infer<typeof CopyPart>;

/** A ration of the farm, before or after the copy, with figures of the farm's own feeds. */
export const CopiedRation = z.object({
  items: z.array(RationItemRow),
  dry_matter: z.number(),
  price: z.number(),
  kg_per_head: z.number().nullable(),
  dry_matter_per_head: z.number().nullable(),
  price_per_head: z.number().nullable(),
});
export type CopiedRation = z.infer<typeof CopiedRation>;

/**
 * `created` and `changed` are written, or would be by a dry run; `same` is a ration with these parts already; `open` lacks a choice for a
 * part; `refused` breaks a rule; `held` is sound, but another farm of its client is open or refused, so nothing of the client is written.
 */
export const COPY_OUTCOMES = ['created', 'changed', 'same', 'open', 'refused', 'held'] as const;
export type CopyOutcome = (typeof COPY_OUTCOMES)[number];

/** One farm's answer. `waiting` are feedings from today on that aren't loaded yet, with their planned kg. */
export const CopyResult = z
  .object({
    client: Id,
    client_name: z.string(),
    currency: z.string(),
    ...named('farm'),
    outcome: z.enum(COPY_OUTCOMES),
    ration: Id.nullable(),
    version: Version.nullable(),
    parts: z.array(CopyPart),
    /** Feeds to choose from, if a part isn't matched by its name. */
    feeds: z.array(z.object({ id: Id, name: z.string() })),
    before: CopiedRation.nullable(),
    after: CopiedRation.nullable(),
    waiting: z.object({ loads: z.int(), kg_before: z.number(), kg_after: z.number() }),
    errors: Failure.shape.errors,
  })
  .meta({ id: 'RationCopy' });
export type CopyResult = z.infer<typeof CopyResult>;
