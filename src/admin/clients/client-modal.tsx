import { MultiSelect, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { codeKey } from '#common/texts/keys.ts';
import { accounts } from '#contract/admin/accounts.ts';
import { clients } from '#contract/admin/clients.ts';
import { useAccountChoices } from '#src/admin/accounts/choices.ts';
import { CurrencyField } from '#src/admin/people/currency-field.tsx';
import { ModulesField } from '#src/admin/people/modules-field.tsx';
import { api } from '#src/core/api/api.ts';
import { useSave } from '#src/core/resource/queries.ts';
import { ConventionFields, conventionValues, useConventionWords } from '#src/core/ui/convention-fields.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import type { Client } from './queries.ts';

const LOOK_AFTER = ['consultant', 'staff'];

const toValues = (client: Client) => ({
  company_name: client.company_name,
  info: client.info,
  modules: [...client.modules] as string[],
  currency: client.currency,
  ...conventionValues(client),
  consultants: client.consultants.map(String),
  locked: client.locked,
  version: client.version,
});

/** A client's name, modules and settings, and the people who serve it. */
export function ClientModal({ client, onClose }: { client: Client; onClose: () => void }) {
  const { t } = useTranslation(['admin', 'core', 'pages']);
  const conventions = useConventionWords();
  const people = useAccountChoices(LOOK_AFTER);
  const save = useSave(clients, { touches: [accounts] });
  const form = useForm({
    initialValues: toValues(client),
    validate: { modules: (modules) => (modules.length === 0 ? t('core:errors.blank') : null) },
  });
  const labels = {
    company_name: t('admin:clients.company_name'),
    info: t('admin:clients.info'),
    modules: t('admin:modules.title'),
    currency: t('admin:clients.currency'),
    ...conventions.labels,
    consultants: t('admin:clients.consultants'),
    locked: t('admin:clients.locked'),
  };
  const show = (field: string, value: unknown) => {
    if (typeof value === 'boolean') return t(value ? 'core:yes' : 'core:no');
    if (!Array.isArray(value)) return field in conventions.labels ? conventions.wordOf(String(value)) : String(value || '–');
    const words = value.map((one: string) =>
      field === 'modules' ? t(codeKey('admin:modules', one)) : (people.find((person) => person.value === one)?.label ?? one),
    );
    return words.join(', ') || '–';
  };
  const consultantsError = Object.entries(form.errors).find(([path]) => path.startsWith('consultants'))?.[1];

  return (
    <FormModal
      size="lg"
      onClose={onClose}
      form={form}
      title={client.company_name}
      save={(values) => save.mutateAsync({ id: client.id, values: { ...values, consultants: values.consultants.map(Number) } })}
      conflict={{ labels, show, load: async () => toValues((await api.get<Client>(`${clients.path}/${client.id}/`)).data) }}
    >
      <TextInput label={labels.company_name} maxLength={300} {...form.getInputProps('company_name')} />
      <Textarea label={labels.info} autosize minRows={2} maxRows={8} maxLength={2000} {...form.getInputProps('info')} />
      <ModulesField {...form.getInputProps('modules')} />
      <CurrencyField description={t('admin:clients.currency_hint')} {...form.getInputProps('currency')} />
      <ConventionFields input={(name) => form.getInputProps(name)} />
      <Text size="xs" c="dimmed">
        {t('pages:conventions.client_hint')}
      </Text>
      <MultiSelect
        label={labels.consultants}
        description={t('admin:clients.consultants_hint')}
        data={people}
        searchable
        clearable
        nothingFoundMessage={t('core:list.nothing')}
        clearButtonProps={{ 'aria-label': t('core:actions.reset') }}
        {...form.getInputProps('consultants')}
        error={consultantsError}
      />
      <Switch
        label={t('admin:clients.lock')}
        description={t('admin:clients.lock_hint')}
        {...form.getInputProps('locked', { type: 'checkbox' })}
      />
    </FormModal>
  );
}
