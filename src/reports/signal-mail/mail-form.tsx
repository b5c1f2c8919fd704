import { Alert, MultiSelect, SegmentedControl, Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMailOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SignalMail } from '#contract/reports/signal-mail.ts';
import { SIGNAL_MAIL_MODES, SIGNAL_RULES } from '#contract/reports/signal-words.ts';
import { api } from '#src/core/api/api.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { LastMailsLine } from '#src/core/report/share/last-mails.tsx';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { ruleText } from '#src/reports/signal-rules/rule-text.ts';
import { PushSection } from './push-section.tsx';
import { QuietFields } from './quiet-fields.tsx';
import { MAIL_PATH, type MailValues, mailBody, mailValues } from './values.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** A person's settings for signals by mail; limits are shown only if mail is on. */
export function MailForm({ mail, onClose }: { mail: SignalMail; onClose: () => void }) {
  const { t } = useTranslation(['reports', 'pages', 'core']);
  const format = useFormat();
  const farms = useFarms().data ?? [];
  const form = useForm<MailValues>({ initialValues: mailValues(mail) });
  const { mode, hour } = form.values;
  const all = { clearable: true, searchable: true, nothingFoundMessage: t('core:list.nothing'), hidePickedOptions: true } as const;
  const placeholder = (chosen: readonly string[]) => (chosen.length === 0 ? t('pages:signals.all') : undefined);

  const save = async (values: MailValues) => {
    await api.put<SignalMail>(`${MAIL_PATH}/`, { body: mailBody(values) });
    toast.success(t('core:toast.saved'));
  };
  return (
    <FormModal onClose={onClose} title={t('pages:signals.mail.title')} form={form} save={save}>
      {!mail.available && (
        <Alert color="straw" icon={<IconMailOff size={20} aria-hidden />}>
          {t('pages:signals.mail.unavailable')}
        </Alert>
      )}
      <SegmentedControl
        fullWidth
        aria-label={t('pages:signals.mail.title')}
        data={SIGNAL_MAIL_MODES.map((one) => ({ value: one, label: t(`pages:signals.mail.modes.${one}`) }))}
        value={mode}
        onChange={(next) => form.setFieldValue('mode', next)}
      />
      {form.errors.mode && (
        <Text c="red" size="sm">
          {form.errors.mode}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {mail.email ? t('pages:signals.mail.to', { email: mail.email }) : t('pages:signals.mail.no_address')}
        {mail.email && mail.address && `: ${t(`pages:sending.addresses.${mail.address}`)}`}
      </Text>
      {mail.mode !== 'none' && <LastMailsLine last={mail.last} />}
      {mode === 'digest' && (
        <Select
          allowDeselect={false}
          label={t('pages:sending.hour')}
          description={t('pages:signals.mail.hour_hint')}
          data={HOURS.map((one) => ({ value: String(one), label: format.time(`${String(one).padStart(2, '0')}:00`) }))}
          value={String(hour)}
          onChange={(next) => form.setFieldValue('hour', Number(next))}
          error={form.errors.hour}
        />
      )}
      {mode !== 'none' && (
        <>
          <MultiSelect
            {...all}
            label={t('pages:signals.mail.rules')}
            placeholder={placeholder(form.values.rules)}
            data={SIGNAL_RULES.map((rule) => ({ value: rule, label: ruleText(rule, t) }))}
            {...form.getInputProps('rules')}
          />
          {(farms.length > 1 || form.values.farms.length > 0) && (
            <MultiSelect
              {...all}
              label={t('pages:signals.mail.farms')}
              placeholder={placeholder(form.values.farms)}
              data={farms.map(({ id, name }) => ({ value: String(id), label: name }))}
              {...form.getInputProps('farms')}
            />
          )}
          <DecimalInput
            kind="ratio"
            unit={format.unitValues.currency}
            label={t('pages:signals.mail.money_from')}
            description={t('pages:signals.mail.money_hint')}
            {...form.getInputProps('money_from')}
          />
          <QuietFields form={form} />
        </>
      )}
      <PushSection />
    </FormModal>
  );
}
