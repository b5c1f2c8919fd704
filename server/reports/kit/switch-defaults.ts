import { isSwitch, type ReportDefinition, type ReportFilters, SWITCHES } from '#contract/reports/shape.ts';

/** Adds the default ways of calculation, so that the response contains them. */
export const withSwitchDefaults = ({ filters }: Pick<ReportDefinition, 'filters'>, requested: Partial<ReportFilters>): ReportFilters => ({
  ...requested,
  ...Object.fromEntries(filters.filter(isSwitch).map((name) => [name, [requested[name]?.[0] ?? SWITCHES[name][0]]])),
});
