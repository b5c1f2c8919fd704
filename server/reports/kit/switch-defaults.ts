import { isSwitch, type ReportDefinition, type ReportFilters, SWITCHES } from '#contract/reports/shape.ts';

/** How the report calculates where nothing else was asked for, so that its answer says it. */
export const withSwitchDefaults = ({ filters }: Pick<ReportDefinition, 'filters'>, requested: Partial<ReportFilters>): ReportFilters => ({
  ...requested,
  ...Object.fromEntries(filters.filter(isSwitch).map((name) => [name, [requested[name]?.[0] ?? SWITCHES[name][0]]])),
});
