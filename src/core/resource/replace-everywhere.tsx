import { Button, Group, Loader, Select, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Replaced } from '#contract/replacement.ts';
import type { Resource } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { errorText, failureText } from '#src/core/api/error-text.ts';
import { toast } from '#src/core/ui/toast.ts';
import { refresh, useList, useRow } from './queries.ts';
import { Refusals } from './refusals.tsx';
import type { Around } from './use-links.ts';

interface ReplaceEverywhereProps {
  resource: Resource;
  id: number;
  name: string;
  farm?: number | undefined;
  around: Around;
  /** Closes the question; true if the row was deleted. */
  answer: (gone: boolean) => void;
}

interface Choice {
  id: number;
  name: string;
}

/** Chooses the replacement of a row in all its uses, with a preview of changes and refusals. */
export function ReplaceEverywhere({ resource, id, name, farm, around, answer }: ReplaceEverywhereProps) {
  const { t } = useTranslation(['core', 'pages']);
  const { format } = around;
  const [by, setBy] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const row = useRow<Resource, { farm?: number | null }>(resource, id, { farm });
  const own = row.data?.farm ?? undefined;
  const choices = useList<Resource, Choice>(
    resource,
    { page_size: 1000, ...(own === undefined ? {} : { farm: own }) },
    { farm, path: `${resource.path}/list`, enabled: row.isSuccess },
  );
  const others = (choices.data?.rows ?? []).filter((one) => one.id !== id);
  const call = async (dry: boolean) =>
    (await api.post<Replaced>(`${resource.path}/${id}/replace/`, { body: { by: Number(by), dry }, farm, timeout: 120_000 })).data;
  const tried = useQuery({
    queryKey: ['replace', resource.id, id, by],
    queryFn: () => call(true),
    enabled: by !== null,
    retry: false,
    gcTime: 0,
  });

  const submit = async () => {
    setBusy(true);
    try {
      const done = await call(false);
      const other = others.find((one) => String(one.id) === by)?.name ?? '';
      toast.success(t('pages:replace.done', { name, by: other }));
      await refresh(resource, ...done.changes.map((change) => ({ id: change.resource })));
      answer(done.deleted);
    } catch (error) {
      toast.error(failureText(t, error));
      await tried.refetch();
    } finally {
      setBusy(false);
    }
  };

  return (
    <Stack gap="sm">
      <Select
        label={t('pages:replace.with')}
        searchable
        data-autofocus
        allowDeselect={false}
        disabled={choices.isPending}
        data={others.map((one) => ({ value: String(one.id), label: one.name }))}
        nothingFoundMessage={t('core:list.nothing')}
        value={by}
        onChange={setBy}
      />
      {by !== null && tried.isFetching && <Loader size="sm" aria-label={t('core:loading')} />}
      {!tried.isFetching && tried.error && <Refusals error={tried.error} around={around} />}
      {!tried.isFetching && tried.data && (
        <>
          <Table withRowBorders={false} verticalSpacing={4}>
            <Table.Caption>{t('pages:replace.past')}</Table.Caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('pages:replace.changes')}</Table.Th>
                <Table.Th ta="right">{t('pages:replace.count')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {tried.data.changes.map((change) => (
                <Table.Tr key={change.resource}>
                  <Table.Td>{t(`pages:activities.resources.${change.resource}`)}</Table.Td>
                  <Table.Td ta="right">{format.value('count', change.count)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {tried.data.kept.map((error) => (
            <Text key={String(error.code)} size="sm">
              {t('pages:replace.kept', { name })} {errorText(t, error)}
            </Text>
          ))}
        </>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" disabled={busy} onClick={() => answer(false)}>
          {t('core:actions.cancel')}
        </Button>
        <Button color="red" loading={busy} disabled={!tried.data || tried.isFetching} onClick={() => void submit()}>
          {t(tried.data?.deleted === false ? 'pages:replace.only' : 'pages:replace.confirm')}
        </Button>
      </Group>
    </Stack>
  );
}
