import { type Rights, SECTIONS, type Section } from './access.ts';

const ofSection = (section: Section, letters: string): Rights =>
  Object.fromEntries(SECTIONS[section].map(([module, item]) => [`${module}.${item}`, letters]));

/** What an access group may begin with, as rights: letters of view, add, change, delete by item. */
export const ACCESS_PRESETS = {
  /** Reads every report, keeps filters and forms, and closes months; sees who changed what. */
  accountant: { ...ofSection('reports', 'v'), 'manger.filters': 'vacd', 'manger.blanks': 'vacd', ...ofSection('history', 'v') },
  /** Beside the mixer: the day's plan, and recording it; batches of compound feed too, where the client has that module. */
  feeder: {
    'manger.schedule': 'v',
    'manger.schedule_loading': 'v',
    'manger.load_schedule': 'va',
    'manger.upload_schedule': 'va',
    'animalfeed.schedule': 'v',
    'animalfeed.load': 'a',
  },
  /** Runs the farm. */
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
