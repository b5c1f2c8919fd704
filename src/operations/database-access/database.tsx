import { Alert, Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconDatabase } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DATABASE_ACCESS, type DatabaseAccess, type NewDatabaseAccess } from '#contract/operations/database-access.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { refresh } from '#src/core/resource/queries.ts';
import { ask } from '#src/core/ui/question.ts';
import { FailedState } from '#src/core/ui/states.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { useFarmCrumbs } from '#src/domain/farm/farm-header.tsx';
import { useFarmOfRoute } from '#src/domain/farm/place.ts';
import { DatabasePassword } from './database-password.tsx';

const BI_ROLES = { id: 'bi_roles' } as const;
const PATH = `${DATABASE_ACCESS}/`;

/** The client's access to the database for programs of analysis: creates the role, replaces its password, revokes it. */
export function Database({ views }: { views: ReactNode }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const farm = useFarmOfRoute();
  const [made, setMade] = useState<NewDatabaseAccess | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [BI_ROLES.id, 'access'],
    queryFn: async ({ signal }) => (await api.get<DatabaseAccess>(PATH, { signal, farm: farm.id })).data,
  });

  const run = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (failure) {
      toast.error(failureText(t, failure));
    }
    await refresh(BI_ROLES);
  };
  const issue = async () => {
    const question = { title: t('pages:database_access.rotate'), text: t('pages:database_access.rotate_text') };
    if (data?.state === 'active' && !(await ask({ ...question, confirm: question.title }))) return;
    await run(async () => setMade((await api.post<NewDatabaseAccess>(PATH, { farm: farm.id })).data));
  };
  const revoke = async () => {
    const texts = { title: t('pages:database_access.revoke_title'), text: t('pages:access_keys.revoke_text') };
    if (!(await ask({ ...texts, confirm: t('pages:access_keys.revoke'), danger: true }))) return;
    await run(async () => {
      await api.delete(PATH, { farm: farm.id });
      toast.success(t('pages:database_access.revoked'));
    });
  };

  return (
    <>
      <PageHeader title={t('pages:database_access.title')} crumbs={useFarmCrumbs(farm)} detail={t('pages:database_access.detail')} />
      {views}
      {error && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <TableSkeleton columns={2} />}
      {data && (
        <Stack maw={860}>
          <Problems access={data} />
          <Parameters access={data} />
          <Group>
            {data.creatable && (
              <Button leftSection={<IconDatabase size={16} aria-hidden />} onClick={() => void issue()}>
                {data.state === 'none' ? t('pages:database_access.create') : t('pages:database_access.rotate')}
              </Button>
            )}
            {data.state !== 'none' && (
              <Button variant="default" onClick={() => void revoke()}>
                {t('pages:access_keys.revoke')}
              </Button>
            )}
          </Group>
        </Stack>
      )}
      {made && <DatabasePassword made={made} onClose={() => setMade(null)} />}
    </>
  );
}

/** Tasks of the operator before a program can connect. */
function Problems({ access: { state, creatable, address } }: { access: DatabaseAccess }) {
  const { t } = useTranslation('pages');
  const problems = [
    !creatable && t('pages:database_access.not_creatable'),
    !address && t('pages:database_access.unreachable'),
    state === 'missing' && t('pages:database_access.missing'),
  ].filter((text) => text !== false);
  return problems.map((text) => (
    <Alert key={text} color="straw" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
      {text}
    </Alert>
  ));
}

function Parameters({ access: { state, role, address, changed_at } }: { access: DatabaseAccess }) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const lines = [
    [t('pages:database_access.host'), address?.host],
    [t('pages:database_access.port'), address && String(address.port)],
    [t('pages:database_access.database'), address?.database],
    [t('pages:database_access.schema'), 'bi'],
    [t('pages:database_access.user'), role],
    [t('pages:database_access.changed'), changed_at && format.value('datetime', changed_at)],
  ].filter(([, value]) => value);
  if (state === 'none') return <Text>{t('pages:database_access.none')}</Text>;
  return (
    <Table withRowBorders={false}>
      <Table.Tbody>
        {lines.map(([label, value]) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" w={220}>
              {label}
            </Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
