import { sql } from 'kysely';
import type { BudgetLine } from '#contract/reports/budgets.ts';
import type { Tx } from '#server/db/database.ts';
import { usableCheck } from '#server/domain/usable-ingredients.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { refuseIfThrown, throwRefusal } from '#server/platform/resource/change.ts';
import { ask } from '#server/platform/resource/check.ts';
import { refuseElsewhere } from '#server/platform/resource/references.ts';
import { type Change, LOCKED_TO_REFER } from '#server/platform/resource/table.ts';

const toUnitKey = ({ group, animal_type, month }: BudgetLine) => `${group ?? ''} ${animal_type ?? ''} ${month}`;

/** Lines that are to be those of a budget of a farm. */
interface BudgetLines {
  farm: number;
  lines: readonly BudgetLine[];
  refuse: Change['refuse'];
}

/**
 * 400 at the line unless each line has one group or one animal type, occurs once, has its month's heads, and names only animals of the
 * farm.
 */
export const demandLines = (tx: Tx, context: ClientContext, farm: number, lines: readonly BudgetLine[]): Promise<void> =>
  refuseLines(tx, context, [{ farm, lines, refuse: throwRefusal }]);

/** Refuses invalid lines of many budgets, each budget separately. */
export async function refuseLines(tx: Tx, context: ClientContext, budgets: readonly BudgetLines[]): Promise<void> {
  for (const budget of budgets) refuseIfThrown(budget, () => demandOwnLines(budget.lines));
  const groups = budgets.flatMap(({ farm, lines, refuse }) => collectUses(lines, 'group').map((use) => ({ ...use, farm, refuse })));
  await refuseElsewhere(tx, context, 'animal_group', groups);
  await refuseUnknownTypes(tx, context, budgets);
  const feeds = budgets.flatMap(({ farm, lines, refuse }) =>
    collectUses(lines, 'ingredient').map(({ id, ...use }) => ({ ...use, ingredient: id, farm, refuse })),
  );
  if (feeds.length > 0) await ask(tx, usableCheck(context.client, feeds));
}

/** Returns the rows that a field of lines names, with the place of each. */
const collectUses = (lines: readonly BudgetLine[], field: 'group' | 'animal_type' | 'ingredient') =>
  lines.flatMap((line, at) => (line[field] === null ? [] : [{ id: line[field], field: `lines.${at}.${field}` }]));

/** 400 if lines are invalid regardless of stored rows. */
function demandOwnLines(lines: readonly BudgetLine[]): void {
  const seen = new Set<string>();
  const heads = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    if (line.group === null && line.animal_type === null) throw invalid(`lines.${at}.group`, 'required');
    if (line.group !== null && line.animal_type !== null) throw invalid(`lines.${at}.animal_type`, 'invalid_value');
    const unit = toUnitKey(line);
    const key = `${unit} ${line.ingredient}`;
    if (seen.has(key)) throw invalid(`lines.${at}.ingredient`, 'not_unique');
    seen.add(key);
    const known = heads.get(unit) ?? line.heads;
    if (known !== line.heads) throw invalid(`lines.${at}.heads`, 'invalid_value');
    heads.set(unit, known);
  }
}

/** 400 unless all named animal types exist; locks them. */
async function refuseUnknownTypes(tx: Tx, { client }: ClientContext, budgets: readonly BudgetLines[]): Promise<void> {
  const uses = budgets.flatMap(({ lines, refuse }) => collectUses(lines, 'animal_type').map((use) => ({ ...use, refuse })));
  if (uses.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select t.id from animal_type t
    where t.client_id = ${client} and t.id = any(${[...new Set(uses.map(({ id }) => id))]}) and not t.deleted ${LOCKED_TO_REFER}`.execute(
    tx,
  );
  const living = new Set(rows.map(({ id }) => id));
  for (const { id, field, refuse } of uses) if (!living.has(id)) refuse(invalid(field, 'invalid_value'));
}
