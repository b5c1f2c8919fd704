import { type Rights, SECTIONS, type Section } from './access.ts';

const ofSection = (section: Section, letters: string): Rights =>
  Object.fromEntries(SECTIONS[section].map(([module, item]) => [`${module}.${item}`, letters]));

/** Initial rights of an access group by kind: letters of view, add, change, delete by item. */
export const ACCESS_PRESETS = {
  /** Reads every report, keeps filters and forms, closes months, and reads the history. */
  accountant: { ...ofSection('reports', 'v'), 'manger.filters': 'vacd', 'manger.blanks': 'vacd', ...ofSection('history', 'v') },
  /** Records feedings by the day's plan; also batches of compound feed, if the client has that module. */
  feeder: {
    'manger.schedule': 'v',
    'manger.schedule_loading': 'v',
    'manger.load_schedule': 'va',
    'manger.upload_schedule': 'va',
    'animalfeed.schedule': 'v',
    'animalfeed.load': 'a',
  },
  /** Manages the farm. */
  manager: {
    ...ofSection('managers', 'vacd'),
    ...ofSection('schedule', 'vacd'),
    ...ofSection('animalfeed', 'vacd'),
    ...ofSection('reports', 'v'),
    'manger.filters': 'vacd',
    'manger.blanks': 'vacd',
    ...ofSection('history', 'v'),
  },
} as const satisfies Record<string, Rights>;
export type AccessPreset = keyof typeof ACCESS_PRESETS;
export const PRESET_NAMES = Object.keys(ACCESS_PRESETS) as AccessPreset[];
