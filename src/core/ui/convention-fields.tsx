import { NativeSelect, type NativeSelectProps, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { weekdayText } from '#common/format/weekday.ts';
import { CLOCKS, type Conventions, type OwnConventions, UNITS, WEEK_STARTS } from '#contract/words.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';

type Name = keyof Conventions;
const CHOICES = { units: UNITS, clock: CLOCKS, week_start: WEEK_STARTS } as const;
const WEEKDAYS = { monday: 1, saturday: 6, sunday: 7 } as const;
/** Values of a form: an empty text means that nothing is chosen. */
export type ConventionValues = Record<Name, string>;

export const conventionValues = (of: OwnConventions): ConventionValues => ({
  units: of.units ?? '',
  clock: of.clock ?? '',
  week_start: of.week_start ?? '',
});

/** Converts a form's values to the values of the API. */
export const chosen = <Values extends Partial<ConventionValues>>(values: Values): { [K in keyof Values]: string | null } =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value || null])) as { [K in keyof Values]: string | null };

/** Texts of the conventions and their options. */
export function useConventionWords() {
  const { t } = useTranslation('pages');
  const language = useLanguage();
  const words: Record<string, string> = {
    kg: t('pages:conventions.kg'),
    lb: t('pages:conventions.lb'),
    24: t('pages:conventions.hours_24'),
    12: t('pages:conventions.hours_12'),
    ...Object.fromEntries(Object.entries(WEEKDAYS).map(([day, weekday]) => [day, weekdayText(weekday, language)])),
  };
  return {
    labels: { units: t('pages:conventions.units'), clock: t('pages:conventions.clock'), week_start: t('pages:conventions.week_start') },
    wordOf: (value: string) => words[value] ?? value,
  };
}

interface ConventionFieldsProps {
  names?: readonly Name[];
  input: (name: Name) => NativeSelectProps;
  /** Text of the option that inherits the convention, with the inherited value. */
  otherwise?: string;
  inherited?: Conventions | null;
}

/** Fields for the units of weights, the clock and the first day of the week. */
export function ConventionFields({ names = ['units', 'clock', 'week_start'], input, otherwise, inherited }: ConventionFieldsProps) {
  const { labels, wordOf } = useConventionWords();
  const listChoices = (name: Name) => CHOICES[name].map((value) => ({ value, label: wordOf(value) }));
  const none = (name: Name) => ({ value: '', label: inherited ? `${otherwise}: ${wordOf(inherited[name])}` : (otherwise ?? '') });
  return (
    // The texts of inherited values are long and need the width.
    <SimpleGrid cols={{ base: 1, xs: inherited === undefined ? names.length : 1 }} style={{ alignItems: 'end' }}>
      {names.map((name) => (
        <NativeSelect
          key={name}
          label={labels[name]}
          data={otherwise === undefined ? listChoices(name) : [none(name), ...listChoices(name)]}
          {...input(name)}
        />
      ))}
    </SimpleGrid>
  );
}
