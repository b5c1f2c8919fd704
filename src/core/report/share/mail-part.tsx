import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { SavedFilters } from '#contract/operations/blanks.ts';
import { type SendingWays, sendingFormats } from '#contract/reports/subscriptions.ts';
import { api } from '#src/core/api/api.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { useSave } from '#src/core/resource/queries.ts';
import type { Keeping } from './keeping.ts';
import { LastMailsLine } from './last-mails.tsx';
import { MailingList } from './mailing-list.tsx';
import { type KeptRow, useKeep } from './use-keep.tsx';

/** Days of a mail's report: the previous week or month. */
const PERIODS = { week: 'last_week', month: 'last_month' } as const;
type Turn = keyof typeof PERIODS;

interface MailPartProps {
  report: string;
  title: string;
  /** Filters without days, which follow from the schedule. */
  filters: SavedFilters;
  keeping: Keeping;
}

/** Sets up mailing of the report each week or month. */
export function MailPart({ report, title, filters, keeping }: MailPartProps) {
  const { t } = useTranslation(['pages', 'core', 'reports']);
  const language = useLanguage();
  const { mails, sending, place } = keeping;
  const { data: ways } = useQuery({
    queryKey: [mails.id, 'ways'],
    queryFn: async ({ signal }) => (await api.get<z.infer<typeof SendingWays>>(`${mails.path}/ways/`, { signal })).data,
  });
  const subscribe = useSave(mails, { message: t('pages:shared.set_up_done') });
  const form = useForm({ initialValues: { recipients: '', every: 'week' as Turn, name: title } });
  const { keep, attempt, problemText } = useKeep(keeping, report, form);
  /** The filter saved before a later step failed: a second try updates it instead of saving another one. */
  const kept = useRef<KeptRow | null>(null);
  if (!ways) return null;
  if (!ways.email)
    return (
      <Text size="sm" c="dimmed">
        {t('pages:sending.no_mail')}
      </Text>
    );
  const { owner } = ways;

  const submit = ({ recipients, every, name }: typeof form.values) =>
    attempt(async () => {
      const period = PERIODS[every];
      kept.current = await keep(name.trim(), { ...filters, period }, kept.current);
      const to = recipients.split(/[,;\s]+/).filter(Boolean);
      await subscribe.mutateAsync({
        values: { ...sending, saved: kept.current.id, recipients: to, format: sendingFormats(report)[0], every, language, period },
      });
      kept.current = null;
      form.reset();
    });
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="xs">
        {problemText}
        <TextInput label={t('pages:shared.to')} inputMode="email" {...form.getInputProps('recipients')} />
        {owner && !form.values.recipients.includes(owner) && (
          <Group>
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => form.setFieldValue('recipients', [form.values.recipients, owner].filter(Boolean).join(', '))}
            >
              {t('pages:shared.owner', { email: owner })}
            </Button>
          </Group>
        )}
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={t('pages:shared.how_often')}
          data={(Object.keys(PERIODS) as Turn[]).map((turn) => ({ value: turn, label: t(`pages:shared.${turn}`) }))}
          {...form.getInputProps('every')}
        />
        <Text size="xs" c="dimmed">
          {t(`pages:shared.${form.values.every}_of`)}
        </Text>
        <TextInput label={t('pages:shared.name')} maxLength={300} {...form.getInputProps('name')} />
        <LastMailsLine last={ways.last} />
        <Button type="submit" size="xs" loading={form.submitting}>
          {t('pages:shared.set_up')}
        </Button>
        {/* A client's mailings have their own screen. */}
        {!place && <MailingList mails={mails} report={report} />}
      </Stack>
    </form>
  );
}
