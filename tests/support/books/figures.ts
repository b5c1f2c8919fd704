import { allReports } from '#contract/reports/index.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import type { Caller } from '#tests/support/api.ts';

/** Reports of today: how long stock lasts, and the worth of each feed. */
const PRESENT = ['supply', 'feed_values'];
/** Reports about the present change with today's rules and prices. */
const isAboutThePresent = ({ id, byTodaysRules }: ReportDefinition) => byTodaysRules === true || PRESENT.includes(id);

/**
 * When the answer was made, what the books say of themselves, and figures of the present beside those of the days. Item numbers look like figures, but are
 * names: reports show today's (rule 7 of the books). Papers keep theirs and are compared whole. The position of a nutrient is its place in
 * today's list.
 */
const AROUND = new Set([
  'generated_at',
  'item',
  'locked_until',
  'nutrient_position',
  'remarks',
  'took',
  'alerts',
  'rest',
  'days_left',
  'run_out_on',
  'proposal',
]);
/** Their tiles and charts are of the whole year, or of what is due today. */
const ROWS_ALONE = ['budget', 'dry_matter'];
const FIGURE = /^-?\d+(\.\d+)?$|^\d{4}-\d{2}(-\d{2}(T.*)?)?$/;

/** Numbers, days and moments of an answer; names are today's and left out, and so rows stand in the order of their figures. */
function figuresOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    const texts = value.map((one) => JSON.stringify(figuresOf(one)) ?? '');
    return texts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  }
  if (typeof value === 'string') return FIGURE.test(value) ? value : null;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, one]) => (AROUND.has(key) ? [] : [[key, figuresOf(one)]])));
}

interface Period {
  farm: number;
  from: string;
  to: string;
}

/** Each report's figures of a farm over some days, and the papers of their months, as text to compare. `only`: these reports alone. */
export async function fingerprintOf(caller: Caller, { farm, from, to }: Period, only?: readonly string[]): Promise<Map<string, string>> {
  const query = `language=en&planned_on_after=${from}&planned_on_before=${to}&farm=${farm}`;
  const asked = allReports.filter(
    (report) => !isAboutThePresent(report) && !report.filters.includes('blank') && (only?.includes(report.id) ?? true),
  );
  const answers = await Promise.all(
    asked.map(async ({ id }) => {
      const answer = await caller.get(`report/${id}/make/?${query}`);
      if (answer.status !== 200) throw new Error(`report ${id}: ${answer.status} ${JSON.stringify(answer.errors)}`);
      const { rows, totals } = answer.data;
      return [id, JSON.stringify(figuresOf(ROWS_ALONE.includes(id) ? { rows, totals } : answer.data))] as const;
    }),
  );
  return new Map<string, string>([...answers, ...(await papersOf(caller, { farm, from, to }))]);
}

/** All that the current papers of the days' months print, names, codes and accounts included, by paper. */
async function papersOf(caller: Caller, { farm, from, to }: Period): Promise<[string, string][]> {
  const { data } = await caller.get<Record<string, unknown>[]>(`manager/papers/?farm=${farm}&current=true&page_size=1000`);
  const own = data.filter(({ month }) => `${month}-01` >= `${from.slice(0, 7)}-01` && `${month}-01` <= to);
  return Promise.all(
    own.map(async ({ id, blank, month, number, version, hash }): Promise<[string, string]> => {
      const { data: content } = await caller.get(`manager/papers/${id}/content/`);
      return [`paper ${blank} of ${month}`, JSON.stringify([number, version, hash, content])];
    }),
  );
}

/** Reports of which figures differ, each with the first place where they do. */
export function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...before].flatMap(([report, was]) => {
    const is = after.get(report) ?? '';
    if (was === is) return [];
    const at = [...was].findIndex((letter, place) => letter !== is[place]);
    const around = (text: string) => text.slice(Math.max(0, at - 60), at + 40);
    return [`${report}: …${around(was)}… → …${around(is)}…`];
  });
}
