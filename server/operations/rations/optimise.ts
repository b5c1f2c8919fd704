import { DAYS_OF_YEAR, OptimiseAnswer, OptimiseBody } from '#contract/least-cost.ts';
import type { RationItemRow } from '#contract/operations/ration-items.ts';
import { rations } from '#contract/operations/rations.ts';
import { one } from '#contract/resource.ts';
import { needsOf } from '#contract/rights.ts';
import type { OptimiseTask } from '#server/domain/least-cost/optimise.ts';
import { valueAmounts } from '#server/domain/least-cost/ration-program.ts';
import { optimiseInTurn } from '#server/domain/least-cost/thread.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { get } from '#server/platform/resource/crud.ts';
import { type AnyRow, anyTable } from '#server/platform/resource/table.ts';
import { type Optimisation, readOptimisation } from './read-optimisation.ts';
import { rationTable } from './table.ts';

/** Kilograms as fed per head of the present ration. A ration in percent is scaled to the dry matter of the new one. */
function readPresentAmounts({ basis, items, kg_per_head }: AnyRow, dryMatter: number | null): Map<number, number> {
  const parts = items as RationItemRow[];
  const isByHead = basis === 'head_fresh' || basis === 'head_dry';
  const dryPercent = parts.reduce((sum, item) => sum + (item.percent * item.dry_matter) / 100, 0);
  const perHead = isByHead ? (kg_per_head as number) : dryMatter === null || dryPercent === 0 ? 100 : (dryMatter * 100) / dryPercent;
  return new Map(parts.map(({ ingredient, percent }) => [ingredient, (percent * perHead) / 100]));
}

const toDecimal = (value: number): string => value.toFixed(6);

/** The cost and the limits of the present ration at the same prices; null for a limit whose analysis is missing. */
function valuePresent({ all, missing }: Optimisation, amounts: ReadonlyMap<number, number>): OptimiseAnswer['present'] {
  const { cost, limits } = valueAmounts(
    all,
    all.feeds.map(({ ingredient }) => toDecimal(amounts.get(ingredient) ?? 0)),
  );
  return {
    cost,
    feeds: [...amounts].map(([ingredient, amount]) => ({ ingredient, amount: Number(toDecimal(amount)) })),
    limits: limits.map((value, index) => (missing.has(index) ? null : value)),
  };
}

async function optimiseRation(context: ClientContext, id: number, body: OptimiseBody): Promise<OptimiseAnswer> {
  const ration = await get(context.db, anyTable(rationTable), context, id);
  const optimisation = await readOptimisation(context, ration, body);
  const usual = readPresentAmounts(ration, null);
  const { problem } = optimisation;
  const task: OptimiseTask = {
    problem,
    priceLine: body.price_line,
    typical: problem.feeds.map(({ ingredient }) => toDecimal(usual.get(ingredient) ?? 0)),
  };
  const answer = await optimiseInTurn(context.client, task);
  const dryMatter = answer.feeds?.reduce((sum, feed) => sum + feed.dry_matter, 0) ?? null;
  const present = valuePresent(optimisation, readPresentAmounts(ration, dryMatter));
  const toYear = (perHead: number) => perHead * body.head * DAYS_OF_YEAR;
  return {
    ...answer,
    day: optimisation.day,
    cost_year: answer.cost === null ? null : toYear(answer.cost),
    saving_year: answer.cost === null ? null : toYear(present.cost - answer.cost),
    present,
  };
}

export const optimiseEndpoints: Endpoint[] = [
  endpoint({
    method: 'post',
    path: `/${rations.path}/{id}/optimise`,
    summary: 'The cheapest ration within limits, with its proof; nothing is saved',
    need: needsOf(rations, 'view'),
    body: OptimiseBody,
    status: 200,
    response: one(OptimiseAnswer),
    handle: async (context, { id, body }) => ({ data: await optimiseRation(context, id, body) }),
  }),
];
