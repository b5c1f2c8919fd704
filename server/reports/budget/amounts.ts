/**
 * The amounts of one feed for the same animals and month; each amount changes one thing more than the amount before. Of a `cell` they use
 * the head-days of budget and fact (`head_days`, `fed_head_days`), the budget's kilograms per head and day (`norm`) and of all its feeds
 * (`norms`), the standard `price`, and the fed kilograms and money (`kg`, `cost`; `all_kg` of all feeds). Animals without a budget have no
 * `norms`: their actual feed replaces the norm, so that their whole difference is due to heads.
 * - budget: the budgeted cost
 * - flexed: the budget of the heads that were fed
 * - in_mix: the fed kilograms in the budget's mix
 * - at_standard: the same kilograms in the mix that was fed
 * - fed_cost: at actual prices
 *
 * All amounts are products; only the mix is divided, once, and both sums that contain it use the same quotient.
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
