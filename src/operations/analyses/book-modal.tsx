import { Select, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { todayIn } from '#common/format/clock.ts';
import { FEED_CODES, type FeedCode } from '#contract/feed-codes.ts';
import { analyses, LIBRARY_PATH, type LibraryFeed } from '#contract/operations/analyses.ts';
import { api } from '#src/core/api/api.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { DayInput } from '#src/core/ui/day-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { useLiteIngredients } from '#src/domain/stock/choices.ts';
import { FeedSelect } from '#src/domain/stock/feed-select.tsx';
import { useTimezoneOf } from '#src/domain/stock/timezone.ts';

interface BookValues {
  ingredient: number | null;
  feed: FeedCode | null;
  valid_from: string;
}

/** Adopts typical figures of the library as book values of a feed. */
export function BookModal({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['nutrients', 'feeds', 'core']);
  const current = useCurrentFarm();
  const today = todayIn(useTimezoneOf(current?.id ?? null));
  const { data: feeds } = useLiteIngredients();
  const { data: library } = useQuery({
    queryKey: [analyses.id, 'library'],
    queryFn: async ({ signal }) => (await api.get<z.output<typeof LibraryFeed>[]>(`${LIBRARY_PATH}/`, { signal })).data,
  });
  const form = useForm<BookValues>({ initialValues: { ingredient: null, feed: null, valid_from: today } });
  const save = async (values: BookValues) => {
    const body = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? undefined]));
    await api.post(`${LIBRARY_PATH}/`, { body });
    await queryClient.invalidateQueries({ queryKey: [analyses.id] });
  };
  const source = library?.find(({ feed }) => feed === form.values.feed)?.source;
  return (
    <FormModal form={form} save={save} onClose={onClose} title={t('nutrients:analyses.book')}>
      <Text size="sm" c="dimmed">
        {t('nutrients:analyses.book_hint')}
      </Text>
      <FeedSelect label={t('nutrients:analyses.ingredient')} feeds={feeds} {...form.getInputProps('ingredient')} />
      <Select
        searchable
        label={t('nutrients:analyses.book_feed')}
        description={source}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={FEED_CODES.map((feed) => ({ value: feed, label: t(`feeds:${feed}`) }))}
        {...form.getInputProps('feed')}
      />
      <DayInput label={t('nutrients:analyses.valid_from')} {...form.getInputProps('valid_from')} />
    </FormModal>
  );
}
