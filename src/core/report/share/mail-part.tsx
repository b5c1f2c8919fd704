import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type SavedFilters, savedReports } from '#contract/operations/blanks.ts';
import { type SendingWays, subscriptions } from '#contract/reports/subscriptions.ts';
import type { RowOf } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { putErrors } from '#src/core/api/form-errors.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { refresh, useSave } from '#src/core/resource/queries.ts';

/** The days that a mail is of: those of the turn before. */
const PERIODS = { week: 'last_week', month: 'last_month' } as const;
type Turn = keyof typeof PERIODS;

type Kept = Pick<RowOf<typeof savedReports>, 'id' | 'version'>;

interface MailPartProps {
  report: string;
  title: string;
  /** Without days, which follow from the turn. */
  filters: SavedFilters;
  farm: number;
}

/** The report goes out by mail each week or month, set up where it is read. */
export function MailPart({ report, title, filters, farm }: MailPartProps) {
  const { t } = useTranslation(['pages', 'core', 'reports']);
  const language = useLanguage();
  const { data: ways } = useQuery({
    queryKey: [subscriptions.id, 'ways'],
    queryFn: async ({ signal }) => (await api.get<z.infer<typeof SendingWays>>(`${subscriptions.path}/ways/`, { signal })).data,
  });
  const subscribe = useSave(subscriptions, { message: t('pages:shared.set_up_done') });
  const form = useForm({ initialValues: { recipients: '', every: 'week' as Turn, name: title } });
  const [problem, setProblem] = useState('');
  /** What was kept before the rest failed: the second try keeps it anew instead of keeping another. */
  const kept = useRef<Kept | null>(null);
  if (!ways) return null;
  if (!ways.email)
    return (
      <Text size="sm" c="dimmed">
        {t('pages:sending.no_mail')}
      </Text>
    );
  const { owner } = ways;

  const submit = async ({ recipients, every, name }: typeof form.values) => {
    setProblem('');
    try {
      const values = { farm, kind: 'filter', name: name.trim(), report_type: report, filters: { ...filters, period: PERIODS[every] } };
      const path = `${savedReports.path}/`;
      const { data } = await (kept.current
        ? api.put<Kept>(`${path}${kept.current.id}/`, { body: { ...values, version: kept.current.version } })
        : api.post<Kept>(path, { body: values }));
      kept.current = data;
      await subscribe.mutateAsync({
        values: {
          saved: data.id,
          way: 'email',
          recipients: recipients.split(/[,;\s]+/).filter(Boolean),
          format: 'xlsx',
          every,
          language,
          period: PERIODS[every],
        },
      });
      kept.current = null;
      await refresh(savedReports);
      form.reset();
    } catch (error) {
      setProblem(error instanceof ApiError ? putErrors(form, error, t).join('. ') : failureText(t, error));
    }
  };
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="xs">
        {problem && (
          <Text size="sm" c="red" role="alert">
            {problem}
          </Text>
        )}
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
        <Button type="submit" size="xs" loading={form.submitting}>
          {t('pages:shared.set_up')}
        </Button>
      </Stack>
    </form>
  );
}
