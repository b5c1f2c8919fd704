import type { TFunction } from 'i18next';
import type { LoadSheet, LoadSheetFeeding, LoadSheetInput } from '#common/files/load-sheets/load-sheet.ts';
import type { Formatter } from '#common/format/formatter.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import { leftInMixer } from '#contract/operations/weighing.ts';
import type { Section } from './sections.ts';

/** The feedings of one mixer in one period of the day. */
export interface Round {
  key: string;
  section: Section;
  mixer: string;
  schedules: ScheduleRow[];
}

/** The day by period and mixer, in the order of both. */
export const roundsOf = (sections: readonly Section[]): Round[] =>
  sections.flatMap((section) => {
    const mixers = [...new Set(section.schedules.map(({ mixer }) => mixer))];
    return mixers.map((mixer) => {
      const schedules = section.schedules.filter((schedule) => schedule.mixer === mixer);
      return { key: `${section.id}/${mixer}`, section, mixer: schedules[0]!.mixer_name, schedules };
    });
  });

interface Source {
  farm: FarmCard;
  day: string;
  /** The client's name, for people with several clients. */
  client: string | null;
  rounds: readonly Round[];
  t: TFunction;
  format: Formatter;
}

export function loadSheetInput({ farm, day, client, rounds, t, format }: Source): LoadSheetInput {
  const title = t('pages:load_sheet.title');
  const unit = t(format.unit('weight'));
  const inUnit = (label: string) => `${label},\u00a0${unit}`;
  const date = format.value('date', day);
  return {
    title,
    foot: [title, farm.name, date].join(' · '),
    sheets: rounds.map((round) => buildSheet(round, { farm, date, client, t, format })),
    language: format.language,
    units: format.units,
    clock: format.clock,
    timezone: format.timezone,
    labels: {
      ingredient: t('operations:ingredients.name'),
      group: t('pages:schedule.group'),
      heads: t('pages:schedule.heads'),
      plan: inUnit(t('operations:planning.plan')),
      weigher: inUnit(t('pages:load_sheet.weigher')),
      fact: inUnit(t('operations:planning.fact')),
      mixing: t('pages:schedule.mix_time'),
      leftovers: t('pages:load_sheet.leftovers'),
      unit,
      minutes: t('core:units.min'),
      operator: t('pages:schedule.operator'),
      signature: t('pages:load_sheet.signature'),
      page: t('core:export.page', { skipInterpolation: true }),
    },
  };
}

function buildSheet(
  { section, mixer, schedules }: Round,
  { farm, date, client, t, format }: Omit<Source, 'day' | 'rounds'> & { date: string },
): LoadSheet {
  const times = [section.start, section.end].map((time) => (time ? format.value('time', time.slice(0, 5)) : ''));
  const operators = [...new Set(schedules.flatMap(({ operator_name }) => operator_name ?? []))];
  return {
    lines: [
      ...(client ? [{ label: t('core:export.client'), value: client }] : []),
      { label: t('pages:load_sheet.farm'), value: farm.name },
      { label: t('pages:load_sheet.date'), value: date },
      {
        label: t('pages:load_sheet.period'),
        value: [section.name ?? t('operations:planning.by_hand'), times.filter(Boolean).join(' – ')].filter(Boolean).join(', '),
      },
      { label: t('pages:schedule.mixer'), value: mixer },
      { label: t('pages:schedule.operator'), value: operators.length === 1 ? operators[0]! : '' },
    ],
    feedings: schedules.map((schedule) => toSheetFeeding(schedule, t)),
  };
}

/** The number of a load in its feeding, in words. */
const describeLoad = ({ part, parts }: Pick<ScheduleRow, 'part' | 'parts'>, t: TFunction): string =>
  t('pages:schedule.part_of', { part, parts });

const toSheetFeeding = (schedule: ScheduleRow, t: TFunction): LoadSheetFeeding => ({
  ration: [schedule.ration_name, ...(schedule.parts > 1 ? [describeLoad(schedule, t)] : [])].join(' · '),
  weight: schedule.fresh_weight,
  mixSeconds: Math.round((schedule.mix_time * schedule.fresh_weight) / 1000),
  leftovers: leftInMixer(schedule),
  ingredients: schedule.items.map(({ ingredient_name, weight_plan, weight_fact }) => ({
    name: ingredient_name,
    plan: weight_plan,
    fact: weight_fact,
  })),
  groups: schedule.groups.map(({ group_name, heads, weight_plan, weight_fact }) => ({
    name: group_name,
    heads,
    plan: weight_plan,
    fact: weight_fact,
  })),
});
