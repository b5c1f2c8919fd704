import type { TFunction } from 'i18next';
import type { FileField, FilePlan } from '#common/files/incoming/plan.ts';
import type { Kind, Language } from '#contract/kinds.ts';
import { MAX_WEIGHINGS } from '#contract/operations/load-imports.ts';

/** The columns of a file of loads, in the order in which they are named. */
const LOAD_FIELDS = {
  load: 'text',
  schedule: 'count',
  day: 'date',
  at: 'datetime',
  time: 'text',
  ration_name: 'text',
  mixer_name: 'text',
  ingredient_name: 'text',
  group_name: 'text',
  heads: 'count',
  target: 'weight',
  actual: 'weight',
} as const satisfies Record<string, Kind>;
export type LoadField = keyof typeof LOAD_FIELDS;

/** Headings of other programs, in addition to the labels of the screen. */
const HEADINGS: Record<string, Partial<Record<LoadField, readonly string[]>>> = {
  'TMR Tracker': {
    load: ['Batch #', 'Batch No', 'Batch'],
    day: ['Batch Date', 'Feed Date'],
    time: ['Batch Time', 'Start Time'],
    ration_name: ['Recipe', 'Recipe Name', 'Ration Name'],
    mixer_name: ['Mixer Name', 'Mixer ID'],
    ingredient_name: ['Ingredient Name', 'Ingredient Description'],
    group_name: ['Pen', 'Pen Name', 'Pen Description'],
    heads: ['# Animals', 'Animal Count', 'Head Count'],
    target: ['Call Weight', 'Call Wt', 'Called Weight'],
    actual: ['Actual Wt', 'Loaded Weight', 'Fed Weight'],
  },
  FeedWatch: {
    load: ['Load ID', 'Load #', 'Drop ID'],
    day: ['Load Date', 'Date Loaded', 'Drop Date'],
    time: ['Load Time', 'Time Loaded', 'Drop Time'],
    ration_name: ['Recipe Description'],
    mixer_name: ['Mixer Truck', 'Equipment'],
    ingredient_name: ['Ingredient', 'Feed Ingredient'],
    group_name: ['Pen Number', 'Pen ID'],
    heads: ['Pen Count', 'Cows', 'Cow Count'],
    target: ['Target Lbs', 'Target Kg', 'Target Amount'],
    actual: ['Actual Lbs', 'Actual Kg', 'Actual Amount', 'Dropped Weight'],
  },
  EZfeed: {
    load: ['Feeding Number', 'Feeding #', 'Load Nr'],
    day: ['Feeding Date', 'Date/Time Day'],
    time: ['Feeding Time', 'Loading Time'],
    ration_name: ['Ration', 'Diet'],
    mixer_name: ['Vehicle', 'Mixer Wagon'],
    ingredient_name: ['Feed', 'Component', 'Feed Name'],
    group_name: ['Group Name', 'Lot', 'Location'],
    heads: ['Head', 'Number of Animals'],
    target: ['Requested Weight', 'Planned Weight', 'Requested'],
    actual: ['Weighed', 'Realized Weight', 'Delivered Weight'],
  },
};

const FIELDS = Object.keys(LOAD_FIELDS) as LoadField[];
const normal = (text: string) => text.toLowerCase();

/** How a file of loads is read: by the screen's words in every language, by the API's names, and by the headings of other programs. */
export function planForLoads(texts: Record<Language, TFunction>, { language, units }: Pick<FilePlan, 'language' | 'units'>): FilePlan {
  const languages = Object.entries(texts) as [Language, TFunction][];
  const own = FIELDS.map(
    (key): FileField => ({
      key,
      kind: LOAD_FIELDS[key],
      labels: Object.fromEntries(languages.map(([one, t]) => [one, t(`pages:load_import.${key}`)])),
    }),
  );
  const known = new Set(own.flatMap(({ key, labels }) => [key, ...Object.values(labels).map(normal)]));
  const others = Object.entries(HEADINGS).flatMap(([program, fields]) =>
    FIELDS.flatMap((field) =>
      (fields[field] ?? []).flatMap((heading): FileField[] => {
        if (known.has(normal(heading))) return [];
        known.add(normal(heading));
        return [{ key: `${field} ${program} ${heading}`, as: field, kind: LOAD_FIELDS[field], labels: { en: heading } }];
      }),
    ),
  );
  return { language, units, fields: [...own, ...others], mostRows: MAX_WEIGHINGS };
}

/** The field of a column that was found, and the programs whose heading the column has. */
export const fieldOfColumn = (key: string): LoadField => key.split(' ')[0] as LoadField;
export const programOfColumn = (key: string): string | undefined =>
  Object.keys(HEADINGS).find((program) => key.startsWith(`${fieldOfColumn(key)} ${program} `));
