import { SimpleGrid, Stack, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import type { Feeding } from '#src/operations/feedings/feeding.ts';

interface SwitchesProps {
  value: Feeding;
  /** True if daily calls exist, from which the feeding may be locked. */
  called: boolean;
  onChange: (part: Partial<Feeding>) => void;
  errorOf: (path: string) => string | undefined;
}

/** Leftovers and automatic loading exclude each other: the first must be off before the second can be on. */
export function Switches({ value, called, onChange, errorOf }: SwitchesProps) {
  const { t } = useTranslation(['operations', 'pages']);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
      <Stack gap="xs">
        <Switch
          label={t('pages:schedule.leftovers')}
          description={t(value.auto_load ? 'pages:schedule.turn_off_auto_load' : 'pages:schedule.leftovers_hint')}
          checked={value.leftovers}
          disabled={value.auto_load && !value.leftovers}
          error={errorOf('leftovers')}
          onChange={(event) =>
            onChange({ leftovers: event.currentTarget.checked, ...(event.currentTarget.checked ? {} : { planned_leftovers: 0 }) })
          }
        />
        {value.leftovers && (
          <DecimalInput
            kind="weight"
            label={t('pages:schedule.planned_leftovers')}
            value={value.planned_leftovers}
            error={errorOf('planned_leftovers')}
            onChange={(kg) => onChange({ planned_leftovers: kg ?? 0 })}
          />
        )}
      </Stack>
      <Switch
        label={t('pages:schedule.auto_load')}
        description={t(value.leftovers ? 'pages:schedule.turn_off_leftovers' : 'pages:schedule.auto_load_hint')}
        checked={value.auto_load}
        disabled={value.leftovers && !value.auto_load}
        error={errorOf('auto_load')}
        onChange={(event) => onChange({ auto_load: event.currentTarget.checked })}
      />
      <Switch
        label={t('pages:schedule.ignore_in_reports')}
        description={t('pages:schedule.ignore_hint')}
        checked={value.ignore_in_reports}
        onChange={(event) => onChange({ ignore_in_reports: event.currentTarget.checked })}
      />
      <Switch
        label={t('pages:schedule.skip_time')}
        description={t('pages:schedule.skip_time_hint')}
        checked={value.skip_time}
        onChange={(event) => onChange({ skip_time: event.currentTarget.checked })}
      />
      {(called || value.locked) && (
        <Switch
          label={t('pages:daily_call.locked')}
          description={t('pages:daily_call.locked_hint')}
          checked={value.locked}
          onChange={(event) => onChange({ locked: event.currentTarget.checked })}
        />
      )}
    </SimpleGrid>
  );
}
