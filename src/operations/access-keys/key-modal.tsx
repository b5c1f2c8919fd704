import { Checkbox, MultiSelect, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { KEY_SCOPES, type KeyScope } from '#contract/key-scopes.ts';
import { accessKeys, type NewAccessKey } from '#contract/operations/access-keys.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { useSave } from '#src/core/resource/queries.ts';
import { DayInput } from '#src/core/ui/day-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';

type Made = z.infer<typeof NewAccessKey>;

interface KeyModalProps {
  farm: number;
  onMade: (key: Made) => void;
  onClose: () => void;
}

interface Values {
  farm: number;
  name: string;
  scopes: KeyScope[];
  all_farms: boolean;
  farms: string[];
  expires_on: string | null;
}

/** The form of a new key. By default, a key is for a terminal of the farm and doesn't expire. */
export function KeyModal({ farm, onMade, onClose }: KeyModalProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const form = useForm<Values>({
    initialValues: { farm, name: '', scopes: ['record_loads'], all_farms: false, farms: [], expires_on: null },
  });
  const others = (useFarms().data ?? []).filter(({ id }) => id !== farm);
  const save = useSave<typeof accessKeys, Made>(accessKeys, { farm });
  return (
    <FormModal
      onClose={onClose}
      form={form}
      title={t('pages:access_keys.create')}
      submitLabel={t('pages:access_keys.make')}
      save={async (values) => {
        const further = values.all_farms ? [] : values.farms.map(Number);
        onMade(await save.mutateAsync({ values: { ...values, farms: further } }));
      }}
    >
      <TextInput
        label={t('pages:access_keys.name')}
        description={t('pages:access_keys.name_hint')}
        maxLength={300}
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label={t('pages:access_keys.rights')} {...form.getInputProps('scopes')}>
        <Stack gap="xs" mt={4} mb={4}>
          {KEY_SCOPES.map((scope) => (
            <Checkbox key={scope} value={scope} label={t(`pages:access_keys.scopes.${scope}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Switch
        label={t('pages:access_keys.all_farms')}
        description={t('pages:access_keys.all_farms_hint')}
        {...form.getInputProps('all_farms', { type: 'checkbox' })}
      />
      {others.length > 0 && !form.values.all_farms && (
        <MultiSelect
          label={t('pages:access_keys.farms')}
          data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
          searchable
          clearable
          nothingFoundMessage={t('core:list.nothing')}
          clearButtonProps={{ 'aria-label': t('core:actions.reset') }}
          {...form.getInputProps('farms')}
        />
      )}
      <DayInput
        clearable
        label={t('pages:access_keys.expires_on')}
        description={t('pages:access_keys.expires_on_hint')}
        {...form.getInputProps('expires_on')}
      />
    </FormModal>
  );
}
