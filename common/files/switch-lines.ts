import type { TFunction } from 'i18next';
import { codeKey } from '#common/texts/keys.ts';
import type { ReportFilters } from '#contract/reports/shape.ts';
import { SWITCHES, type Switch } from '#contract/reports/switches.ts';

/** How the figures were calculated, also where that goes without saying on screen; what they are compared with is told by its days. */
export const switchLines = (filters: ReportFilters, t: TFunction): { label: string; value: string }[] =>
  (Object.keys(SWITCHES) as Switch[]).flatMap((name) =>
    filters[name]?.[0] && name !== 'compare_with'
      ? [{ label: t(`reports:filter.${name}`), value: t(codeKey(`reports:switch.${name}`, filters[name][0])) }]
      : [],
  );
