import type { HomeWrong } from '#contract/reports/home.ts';
import { alertsOf } from '#server/reports/dashboard/alerts.ts';
import { notesOf } from '#server/reports/kit/notes.ts';
import type { HomeScope } from './scope.ts';

/** Faults, the most expensive first; faults without a price come last. */
export async function findProblems(home: HomeScope): Promise<Omit<HomeWrong, 'webhooks'>> {
  const { scope, ...source } = home.ask('dashboard', home.week);
  const [alerts, notes] = await Promise.all([alertsOf(scope), notesOf(scope)]);
  return {
    ...source,
    alerts: alerts.toSorted((a, b) => (b.money ?? 0) - (a.money ?? 0)),
    not_recorded: notes.find(({ code }) => code === 'plan_without_facts') ?? null,
  };
}
