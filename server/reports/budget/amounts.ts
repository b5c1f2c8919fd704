/**
 * What one feed of the same animals and month comes to, in amounts each of which changes one thing more than the one before it. Of a `cell` it takes
 * head-days of budget and fact (`head_days`, `fed_head_days`), the budget's kilograms a head and day (`norm`) and all its feeds' (`norms`), the standard
 * `price`, and kilograms and money that were fed (`kg`, `cost`; `all_kg` of all feeds). Animals without a budget have no `norms`: what they were fed
 * stands in for their norm, so that all of it is the heads'.
 * - budget: what was budgeted
 * - flexed: the budget of the heads that were really fed
 * - in_mix: the kilograms that were really fed, in the budget's mix
 * - at_standard: the same kilograms in the mix that was fed
 * - fed_cost: at the prices that were paid
 * All are products; only the mix is divided, once, and both sums that it stands in have the same quotient.
 */
export const BUDGET_AMOUNTS = {
  budget: 'head_days * coalesce(norm, 0) * price',
  flexed: 'case when norms > 0 then fed_head_days * coalesce(norm, 0) else kg end * price',
  in_mix: 'case when norms > 0 then all_kg * coalesce(norm, 0) / norms else kg end * price',
  at_standard: 'kg * price',
  fed_cost: 'cost',
} as const;

/** Over sums of the amounts, and of the counted `shrink`: fact − budget falls into these, because each begins where the one before it ends. */
export const BUDGET_EFFECTS = {
  heads_effect: 'flexed - budget',
  usage_effect: 'in_mix - flexed',
  mix_effect: 'at_standard - in_mix',
  price_effect: 'fed_cost - at_standard',
  shrink: 'shrink',
} as const;
