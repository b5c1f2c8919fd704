import { monthRange } from '#contract/periods.ts';
import type { Finding } from './findings.ts';

interface Place {
  farm: number;
  company: number;
  month: string;
}
export type Item = Pick<Finding, 'id' | 'name' | 'day' | 'stock' | 'kg' | 'money'>;

const ofDay = ({ company, farm }: Place, { day }: Item) => `companies/${company}/farms/${farm}/planning?day=${day}`;
const ofStock = ({ company }: Place, { stock }: Item) => `companies/${company}/stocks/${stock}`;
const ofFeed = ({ farm }: Place, { name }: Item) => `stock/ingredients?${new URLSearchParams({ farm: String(farm), search: name })}`;

export const ITEMS: Record<Finding['code'], (place: Place, item: Item) => string> = {
  days_without_facts: ofDay,
  incomplete: ofDay,
  waiting: ofDay,
  implausible: ofDay,
  batches: ({ company, farm }, { day }) => `companies/${company}/farms/${farm}/kkz?day=${day}`,
  negative_stock: ofStock,
  no_count: ofStock,
  no_price: ofFeed,
  old_dry_matter: ofFeed,
};

const loads =
  (...statuses: string[]) =>
  ({ farm, month }: Place) => {
    const { after, before } = monthRange(month);
    const query = new URLSearchParams({ farm: String(farm), planned_on_after: after, planned_on_before: before });
    for (const status of statuses) query.append('status', status);
    return `reports/mixer-loads?${query}`;
  };

/** The list that shows all findings of a kind; findings of other kinds link to the first one. */
export const LISTS: Partial<Record<Finding['code'], (place: Place) => string>> = {
  incomplete: loads('in_process', 'loaded', 'out_process'),
  waiting: loads('waited'),
};
