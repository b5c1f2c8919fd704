import type { AlertItem, ReportAlert } from '#contract/reports/shape.ts';

/** Addresses where an alert can be resolved. */
const ADDRESSES: Record<ReportAlert['code'], (item: AlertItem) => string> = {
  implausible: ({ company, farm, day }) => `companies/${company}/farms/${farm}/planning?day=${day}`,
  stock_below_zero: ({ company, stock }) => `companies/${company}/stocks/${stock}`,
  days_left: ({ company, stock }) => `companies/${company}/stocks/${stock}`,
  no_facts: ({ company, farm, day }) => `companies/${company}/farms/${farm}/planning?day=${day}`,
  incomplete: ({ company, farm, day }) => `companies/${company}/farms/${farm}/planning?day=${day}`,
  beyond_tolerance: ({ id }) => `reports/mixer-loads/${id}/detail`,
};

export const alertAddress = ({ code }: Pick<ReportAlert, 'code'>, item: AlertItem): string => ADDRESSES[code](item);
