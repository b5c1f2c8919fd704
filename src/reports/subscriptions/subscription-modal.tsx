import { Alert, SegmentedControl, Select, SimpleGrid, Switch, TagsInput, Text } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { IconMailOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { LANGUAGES } from '#contract/kinds.ts';
import { savedReports } from '#contract/operations/blanks.ts';
import { isOffered, reportNamed } from '#contract/reports/index.ts';
import {
  MAX_LINK_DAYS,
  MAX_RECIPIENTS,
  SENDING_WAYS,
  type SendingWays,
  sendingFormats,
  sendingPeriods,
  subscriptions,
} from '#contract/reports/subscriptions.ts';
import { api } from '#src/core/api/api.ts';
import { LANGUAGE_NAMES } from '#src/core/i18n/languages.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import type { SavedFilter } from '#src/core/report/saved/saved-filters.ts';
import { LastMailsLine } from '#src/core/report/share/last-mails.tsx';
import { useList, useSave } from '#src/core/resource/queries.ts';
import { ConventionFields, useConventionWords } from '#src/core/ui/convention-fields.tsx';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { AddressAnswers } from './addresses.tsx';
import { TurnFields } from './turn-fields.tsx';
import {
  addressesOf,
  type Sendable,
  type Subscription,
  type SubscriptionValues,
  subscriptionBody,
  subscriptionValues,
  suited,
} from './values.ts';

const FORMAT_NAMES = { xlsx: 'Excel', pdf: 'PDF' } as const;

interface SubscriptionModalProps {
  /** null for a new one, of `saved` if that is chosen already. */
  subscription: Subscription | null;
  saved?: Sendable | undefined;
  ways: z.infer<typeof SendingWays>;
  onClose: () => void;
  onMade: (made: Subscription) => void;
}

type SubscriptionForm = UseFormReturnType<SubscriptionValues>;

/** The saved reports that can be sent, and what follows from the chosen one. */
function useChosenReport(form: SubscriptionForm, { saved, subscription }: Pick<SubscriptionModalProps, 'saved' | 'subscription'>) {
  const { data: filters } = useList<typeof savedReports, SavedFilter>(savedReports, { kind: 'filter', ordering: 'name', page_size: 1000 });
  const { data: farms } = useFarms();
  const sendable = filters?.rows ?? [];
  const chosen = sendable.find(({ id }) => id === form.values.saved);
  const type = chosen?.report_type ?? saved?.report_type ?? subscription?.report_type ?? '';
  return { sendable, type, timezone: farms?.find(({ id }) => id === chosen?.farm)?.timezone ?? subscription?.timezone };
}

function useLabels() {
  const { t } = useTranslation(['reports', 'pages']);
  const conventions = useConventionWords();
  return {
    recipients: t('pages:sending.recipients'),
    format: t('pages:sending.format'),
    every: t('pages:sending.turn'),
    weekday: t('pages:sending.weekday'),
    month_day: t('pages:sending.month_day'),
    hour: t('pages:sending.hour'),
    language: t('pages:sending.language'),
    units: conventions.labels.units,
    clock: conventions.labels.clock,
    period: t('reports:filter.period'),
    active: t('pages:sending.active'),
    link_days: t('pages:sending.link_days'),
  };
}

/** Form for a subscription: contents, format, recipients, time and days. */
export function SubscriptionModal({ subscription, saved, ways, onClose, onMade }: SubscriptionModalProps) {
  const { t } = useTranslation(['reports', 'core', 'pages']);
  const { email } = ways;
  const fallback = { saved: saved ?? null, language: useLanguage(), email };
  const form = useForm({ initialValues: subscriptionValues(subscription, fallback) });
  const { sendable, type, timezone } = useChosenReport(form, { saved, subscription });
  const save = useSave(subscriptions);
  const labels = useLabels();
  const submit = async () => {
    const made = await save.mutateAsync({ id: subscription?.id, values: subscriptionBody(form.getValues()) });
    if (!subscription) onMade(made);
  };
  const load = async (id: number) => subscriptionValues((await api.get<Subscription>(`${subscriptions.path}/${id}/`)).data, fallback);

  return (
    <FormModal
      size="lg"
      onClose={onClose}
      form={form}
      title={subscription?.saved_name ?? t('pages:sending.create')}
      save={submit}
      conflict={subscription ? { labels, load: () => load(subscription.id) } : undefined}
    >
      {!subscription && <SavedSelect form={form} sendable={sendable} />}
      {!subscription && email && (
        <SegmentedControl
          fullWidth
          aria-label={t('pages:sending.way')}
          data={SENDING_WAYS.map((way) => ({ value: way, label: t(`pages:sending.ways.${way}`) }))}
          {...form.getInputProps('way')}
        />
      )}
      {!email && (
        <Alert color="gray" variant="light" icon={<IconMailOff size={18} aria-hidden />}>
          {t('pages:sending.no_mail')}
        </Alert>
      )}
      {form.values.way === 'email' && (
        <>
          <Recipients form={form} />
          {subscription && <AddressAnswers subscription={subscription} shown={form.values.recipients} />}
          <LastMailsLine last={ways.last} />
          <TurnFields form={form} type={type} timezone={timezone} />
        </>
      )}
      <FileFields form={form} type={type} />
      <ConventionFields
        names={['units', 'clock']}
        input={(name) => form.getInputProps(name)}
        otherwise={t('pages:conventions.as_author')}
      />
      <Switch label={labels.active} {...form.getInputProps('active', { type: 'checkbox' })} />
      <Text size="xs" c="dimmed">
        {t('pages:sending.rights')}
      </Text>
    </FormModal>
  );
}

/** Chooses the saved report of a new subscription. */
function SavedSelect({ form, sendable }: { form: SubscriptionForm; sendable: readonly SavedFilter[] }) {
  const { t } = useTranslation(['core', 'pages']);
  const { saved } = form.values;
  return (
    <Select
      label={t('pages:sending.saved')}
      data={sendable.map(({ id, name, farm_name }) => ({ value: String(id), label: `${name} · ${farm_name}` }))}
      searchable
      openOnFocus={false}
      allowDeselect={false}
      nothingFoundMessage={t('core:list.nothing')}
      value={saved === null ? null : String(saved)}
      onChange={(id) => {
        const next = sendable.find((one) => one.id === Number(id));
        if (next) form.setValues({ saved: next.id, ...suited(next, form.getValues()) });
      }}
      error={form.errors.saved}
    />
  );
}

function Recipients({ form }: { form: SubscriptionForm }) {
  const { t } = useTranslation('pages');
  const { errors, values } = form;
  // With several addresses, the error names the wrong one.
  const [wrong, why] = Object.entries(errors).find(([field]) => field.startsWith('recipients.')) ?? [];
  return (
    <TagsInput
      label={useLabels().recipients}
      description={`${t('pages:sending.recipients_hint')}. ${t('pages:sending.addresses.hint')}`}
      maxTags={MAX_RECIPIENTS}
      splitChars={[',', ';']}
      acceptValueOnBlur
      inputMode="email"
      {...form.getInputProps('recipients')}
      onChange={(typed) => form.setFieldValue('recipients', addressesOf(typed))}
      error={errors.recipients ?? (wrong && `${values.recipients[Number(wrong.split('.')[1])] ?? ''}: ${why}`)}
    />
  );
}

/** The file's days, format and language, and how long a link to it is valid. */
function FileFields({ form, type }: { form: SubscriptionForm; type: string }) {
  const { t } = useTranslation('pages');
  const labels = useLabels();
  const definition = reportNamed(type);
  const languages = LANGUAGES.filter((one) => !definition || isOffered(definition, one));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <Select
        label={labels.period}
        data={sendingPeriods(type).map((period) => ({ value: period, label: t(`pages:sending.periods.${period}`) }))}
        allowDeselect={false}
        {...form.getInputProps('period')}
      />
      <Select
        label={labels.format}
        data={sendingFormats(type).map((format) => ({ value: format, label: FORMAT_NAMES[format] }))}
        allowDeselect={false}
        {...form.getInputProps('format')}
      />
      <Select
        label={labels.language}
        data={languages.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
        allowDeselect={false}
        {...form.getInputProps('language')}
      />
      {form.values.way === 'link' && (
        <DecimalInput kind="count" max={MAX_LINK_DAYS} label={labels.link_days} {...form.getInputProps('link_days')} />
      )}
    </SimpleGrid>
  );
}
