import { sql } from 'kysely';
import type { CopyBody, CopyPart, CopyResult } from '#contract/operations/ration-copies.ts';
import { hundredOf, isByHead, type RationItem, type RationItemRow } from '#contract/operations/ration-items.ts';
import type { Tx } from '#server/db/database.ts';
import { rationTable } from '#server/operations/rations/table.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { type ApiError, conflict, fieldError, invalid } from '#server/platform/errors.ts';
import { changeOf, refuseIfThrown } from '#server/platform/resource/change.ts';
import { demandVersion, lockAndGet } from '#server/platform/resource/crud.ts';
import { type AnyRow, anyTable, type Change, type Input } from '#server/platform/resource/table.ts';
import { readCopyRights } from './grant.ts';
import { matchParts, readUsableFeeds, type Source } from './match.ts';

export type Target = CopyBody['targets'][number];

/** A farm of the copy: its answer so far, and the write that it needs. */
export interface JudgedTarget {
  result: CopyResult;
  /** Null if nothing is to be written. */
  change: Change | null;
}

interface Place {
  client_name: string;
  currency: string;
  farm_name: string | null;
  ration: number | null;
}

/** The client and its farm, as far as the caller sees it, with the farm's ration of that name. */
async function findPlace(tx: Tx, { client, principal }: ClientContext, farm: number, name: string): Promise<Place> {
  const own = principal.farms ? sql`f.id = any(${[...principal.farms]})` : sql`true`;
  const { rows } = await sql<Place>`
    select c.company_name as client_name, c.currency, f.name as farm_name, r.id as ration
    from client c
    left join farm f on f.client_id = c.id and f.id = ${farm} and ${own}
    left join ration r on r.client_id = f.client_id and r.farm_id = f.id and name_key(r.name) = name_key(${name}) and not r.deleted
    where c.id = ${client}`.execute(tx);
  return rows[0] as Place;
}

/** The ration as input of a save with the farm's feeds. Percentages keep their proportions if parts are left out. */
export function toCopyInput({ ration, reason }: Source, parts: readonly CopyPart[]): Input {
  const uses = new Map(parts.map(({ ingredient, use }) => [ingredient, use]));
  const water = ration.water === null ? null : (uses.get(ration.water as number) ?? null);
  const kept = (ration.items as RationItemRow[]).flatMap(({ ingredient, amount, hold, dry_matter }) => {
    const use = ingredient === ration.water ? null : (uses.get(ingredient) ?? null);
    return use === null ? [] : [{ ingredient: use, amount, hold, dry_matter }];
  });
  const isWhole = isByHead(ration.basis) || kept.length === 0;
  const amounts = isWhole ? kept.map(({ amount }) => amount) : hundredOf(kept.map(({ amount }) => amount));
  const items: RationItem[] = kept.map((item, index) => ({ ...item, amount: amounts[index] ?? item.amount }));
  return {
    basis: ration.basis,
    items,
    target_dry_matter: water === null ? null : ration.target_dry_matter,
    water,
    density: ration.density,
    reason,
  };
}

/** True if the farm's ration has these parts already. */
function isSameRation(before: AnyRow, input: Input): boolean {
  const items = (before.items as RationItemRow[]).filter(({ ingredient }) => ingredient !== before.water);
  const next = input.items as RationItemRow[];
  return (
    before.basis === input.basis &&
    before.water === input.water &&
    before.target_dry_matter === input.target_dry_matter &&
    before.density === input.density &&
    items.length === next.length &&
    next.every(({ ingredient, amount, hold }, index) => {
      const old = items[index];
      return old?.ingredient === ingredient && old.amount === amount && old.hold === hold;
    })
  );
}

const emptyResult = (client: number, { client_name, currency, farm_name }: Place, farm: number): CopyResult => ({
  client,
  client_name,
  currency,
  farm,
  farm_name: farm_name ?? '',
  outcome: 'refused',
  ration: null,
  version: null,
  parts: [],
  feeds: [],
  before: null,
  after: null,
  waiting: { loads: 0, kg_before: 0, kg_after: 0 },
  errors: {},
});

/** Errors of choices that name no part of the source, or one part twice, or a feed that the farm may not use. */
function judgeChoices({ choices }: Target, source: Source, usable: ReadonlySet<number>): CopyResult['errors'] {
  const errors: CopyResult['errors'] = {};
  const known = new Set(source.feeds.map(({ id }) => id));
  for (const [index, { ingredient, use }] of choices.entries()) {
    const isRepeated = choices.findIndex((other) => other.ingredient === ingredient) !== index;
    if (!known.has(ingredient) || isRepeated) errors[`choices.${index}.ingredient`] = [fieldError('invalid_value')];
    if (use !== null && !usable.has(use)) errors[`choices.${index}.use`] = [fieldError('invalid_value')];
  }
  return errors;
}

/** Judges one farm without the rules of a save, and prepares the write. */
export async function judgeTarget(tx: Tx, context: ClientContext, source: Source, target: Target): Promise<JudgedTarget> {
  const { farm } = target;
  const place = await findPlace(tx, context, farm, source.ration.name as string);
  const result = emptyResult(context.client, place, farm);
  const refuse: Judging['refuse'] = (errors, outcome = 'refused') => {
    Object.assign(result, { outcome, errors: { ...result.errors, ...errors } });
    return { result, change: null };
  };
  if (place.farm_name === null) return refuse(invalid('farm', 'invalid_value').errors);
  const rights = await readCopyRights(tx, context, true);
  if (!rights.add && !rights.change) return refuse(NOT_PERMITTED);
  if (farm === source.ration.farm && context.client === source.client) return refuse(invalid('farm', 'invalid_value').errors);
  const parts = await judgeParts(tx, context, { source, target, result, refuse }, rights[place.ration === null ? 'add' : 'change']);
  return parts === null ? { result, change: null } : judgeCopy(tx, context, { source, target, result, refuse }, place.ration, parts);
}

const NOT_PERMITTED = { client: [fieldError('not_permitted')] };

/** A farm that is judged, and its answer. */
interface Judging {
  source: Source;
  target: Target;
  result: CopyResult;
  refuse: (errors: CopyResult['errors'], outcome?: CopyResult['outcome']) => JudgedTarget;
}

/** Matches the parts with the farm's feeds; null if the farm is refused. */
async function judgeParts(
  tx: Tx,
  context: ClientContext,
  { source, target, result, refuse }: Judging,
  isPermitted: boolean,
): Promise<CopyPart[] | null> {
  const { farm, choices } = target;
  const feeds = await readUsableFeeds(tx, context.client, farm);
  const parts = matchParts(source, { client: context.client, feeds }, new Map(choices.map(({ ingredient, use }) => [ingredient, use])));
  result.parts = parts;
  if (parts.some(({ match }) => match !== 'name')) result.feeds = feeds.map(({ id, name: feed }) => ({ id, name: feed }));
  const wrong = isPermitted ? judgeChoices(target, source, new Set(feeds.map(({ id }) => id))) : NOT_PERMITTED;
  if (Object.keys(wrong).length === 0) return parts;
  refuse(wrong);
  return null;
}

/** Compares the copy with the farm's ration of that name, `known`, and prepares the write. */
async function judgeCopy(
  tx: Tx,
  context: ClientContext,
  { source, target, result, refuse }: Judging,
  known: number | null,
  parts: CopyPart[],
): Promise<JudgedTarget> {
  const missing = parts.filter(({ match }) => match === 'none').map(({ ingredient_name }) => ingredient_name);
  const before = known === null ? null : await lockAndGet(tx, anyTable(rationTable), context, known);
  if (before) Object.assign(result, { ration: before.id, version: before.version, before: toFigures(before) });
  if (missing.length > 0) return refuse(invalid('choices', 'required', { values: missing }).errors, 'open');
  const input = toCopyInput(source, parts);
  if (before && isSameRation(before, input)) {
    Object.assign(result, { outcome: 'same', after: result.before });
    return { result, change: null };
  }
  if (target.version && before === null) return refuse(conflict('stale_version', {}, 'version').errors);
  const change = toCopyChange(source, target, before, input, (error) => void refuse(error.errors));
  if (!change.refused) result.outcome = before ? 'changed' : 'created';
  return { result, change: change.refused ? null : change };
}

/** The change of the farm's ration of that name, or the new ration. */
function toCopyChange(
  source: Source,
  { farm, version }: Target,
  before: AnyRow | null,
  input: Input,
  onRefusal: (error: ApiError) => void,
) {
  const table = anyTable(rationTable);
  const { name, rounding } = source.ration;
  if (!before) return changeOf(table, { id: 0, before, input: { ...input, farm, name, rounding, template: false } }, onRefusal);
  const change = changeOf(table, { id: before.id, before, input: { ...input, ...(version && { version }) } }, onRefusal);
  refuseIfThrown(change, () => demandVersion(before, change.input));
  return change;
}

export const toFigures = ({ items, dry_matter, price, kg_per_head, dry_matter_per_head, price_per_head }: AnyRow) => ({
  items: items as RationItemRow[],
  dry_matter: dry_matter as number,
  price: price as number,
  kg_per_head: kg_per_head as number | null,
  dry_matter_per_head: dry_matter_per_head as number | null,
  price_per_head: price_per_head as number | null,
});
