import { Anchor, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Formatter } from '#common/format/formatter.ts';
import { addDays } from '#contract/days.ts';
import type { SavedFilters } from '#contract/operations/blanks.ts';
import type { viewShares } from '#contract/reports/views.ts';
import type { Resource, RowOf } from '#contract/resource.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useList, useSave } from '#src/core/resource/queries.ts';
import { useRemove } from '#src/core/resource/use-remove.ts';
import { CopyField } from '#src/core/ui/copy-field.tsx';

type Share = Pick<RowOf<typeof viewShares>, 'id' | 'until' | 'url'>;

interface PagePartProps {
  report: string;
  title: string;
  filters: SavedFilters;
  /** Resource of the pages. */
  pages: Resource;
  today: string;
  format: Formatter;
}

const DAYS = [7, 30, 90, 365] as const;
const addressOf = ({ url }: Share) => new URL(url, window.location.origin).href;

/** Creates a page that anybody with its address can read until a chosen day, and lists such pages of this report. */
export function PagePart({ report, title, filters, pages, today, format }: PagePartProps) {
  const { t } = useTranslation(['pages', 'core']);
  const [days, setDays] = useState<number>(30);
  const { data } = useList<Resource, Share>(pages, { report, page_size: 100 });
  const save = useSave<Resource, Share>(pages, { message: t('pages:shared.made') });
  const remove = useRemove(pages);
  const until = addDays(today, days);
  const open = (data?.rows ?? []).filter((share) => share.until >= today);
  const name = (share: Share) => `${title}, ${t('pages:shared.until', { day: format.value('date', share.until) })}`;
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {t('pages:shared.page_hint')}
      </Text>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={t('pages:shared.how_long')}
        value={String(days)}
        onChange={(value) => setDays(Number(value))}
        data={DAYS.map((one) => ({
          value: String(one),
          label: one === 365 ? t('pages:shared.year') : t('pages:shared.days', { total: one }),
        }))}
      />
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{t('pages:shared.until', { day: format.value('date', until) })}</Text>
        <Button size="xs" loading={save.isPending} onClick={() => save.mutate({ values: { report, filters, until } })}>
          {t('pages:shared.make')}
        </Button>
      </Group>
      {save.error && (
        <Text size="sm" c="red" role="alert">
          {failureText(t, save.error)}
        </Text>
      )}
      {save.data && <CopyField label={t('pages:shared.address')} value={addressOf(save.data)} />}
      {open.map((share) => (
        <Group key={share.id} gap="xs" justify="space-between" wrap="nowrap">
          <Anchor href={addressOf(share)} target="_blank" rel="noreferrer" size="sm">
            {t('pages:shared.until', { day: format.value('date', share.until) })}
          </Anchor>
          <Group gap={4} wrap="nowrap">
            <Button
              component="a"
              href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(addressOf(share))}`}
              size="compact-xs"
              variant="subtle"
            >
              {t('pages:shared.mail_program')}
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              aria-label={`${t('pages:shared.end')}: ${name(share)}`}
              onClick={() => void remove(share.id, name(share))}
            >
              {t('pages:shared.end')}
            </Button>
          </Group>
        </Group>
      ))}
    </Stack>
  );
}
