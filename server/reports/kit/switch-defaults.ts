import { isSwitch, type ReportDefinition, type ReportFilters, SWITCHES } from '#contract/reports/shape.ts';

/** How the report reckons where nothing else was asked for, so that its answer says it. */
export const withSwitchDefaults = ({ filters }: Pick<ReportDefinition, 'filters'>, asked: Partial<ReportFilters>): ReportFilters => ({
  ...asked,
  ...Object.fromEntries(filters.filter(isSwitch).map((name) => [name, [asked[name]?.[0] ?? SWITCHES[name][0]]])),
});
