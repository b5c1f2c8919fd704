import { sql } from 'kysely';
import { inScope, isOver, matchesSchedule, ofIngredient } from './conditions.ts';
import {
  ACCURACY,
  ADDED_PLAN_SUMS,
  BIAS,
  BULLSEYE,
  costOfError,
  deviation,
  deviationPercent,
  JUDGEMENT_BY_TOLERANCE,
  JUDGEMENT_SUMS,
  PLAN_AND_FACT,
  PLAN_SUMS,
} from './formulas.ts';
import { weighedAt } from './prices.ts';
import type { ReportScope } from './scope.ts';
import { signedOrAbsolute } from './signed-or-absolute.ts';

/** Adds to weighings (`plan`, `fact`, `price`) what each is judged by. */
export const judged = (scope: ReportScope) =>
  `${deviationPercent('fact', 'plan')} as off, ${signedOrAbsolute(scope, deviation('fact', 'plan'))} as miss,
  ${signedOrAbsolute(scope, costOfError('fact', 'plan', 'price'))} as error`;

/** CTE `item`: one row an ingredient of a schedule that isn't ignored; `fact` is empty until loading has ended; `tolerance` is null if the mixer's applies. */
export const loadItems = (scope: ReportScope) => sql`
  item as materialized (
    select w.*, ${sql.raw(judged(scope))}
    from (
      select i.schedule_id, i.ingredient_id, i.counted, ${isOver(scope, 'i')} as over, i.weight_plan as plan, i.tolerance, i.price, i.dry_matter, case when i.counted then coalesce(i.weight_fact, 0) end as fact
      from ${weighedAt(scope)} i join schedule s on s.client_id = i.client_id and s.id = i.schedule_id
      where ${inScope(scope, 'i')} and ${inScope(scope, 's')} and not s.deleted and not s.ignore_in_reports and ${matchesSchedule(scope, 's')}
        and ${ofIngredient(scope, 'i.ingredient_id')}
    ) w
  )`;

/** Sums over the items of loads that `LOAD_FIGURES` read. */
export const LOAD_SUMS = `
  ${PLAN_SUMS}, sum(error) as cost_of_error, ${JUDGEMENT_BY_TOLERANCE}`;
export const ADDED_LOAD_SUMS = [...ADDED_PLAN_SUMS, 'cost_of_error', ...JUDGEMENT_SUMS];

export const LOAD_FIGURES = {
  ...PLAN_AND_FACT,
  loading_accuracy: ACCURACY,
  loading_bias: BIAS,
  bullseye: BULLSEYE,
  loading_cost_of_error: 'cost_of_error',
} as const;
