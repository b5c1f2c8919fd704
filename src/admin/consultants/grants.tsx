import { Paper, Switch, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CONSULTANTS_PATH, type Consultant } from '#contract/admin/consultants.ts';
import { nameOf } from '#src/admin/people/person.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { toast } from '#src/core/ui/toast.ts';

const KEY = ['consultants', 'grants'] as const;

/** The client's consultants, each with a switch for the copying of rations. Nothing without consultants. */
export function ConsultantGrants() {
  const { t } = useTranslation(['nutrients', 'core']);
  const { can } = useAccess();
  const { data = [] } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await api.get<Consultant[]>(`${CONSULTANTS_PATH}/`, { signal })).data,
  });
  const grant = useMutation({
    mutationFn: ({ id, may_copy_rations }: Pick<Consultant, 'id' | 'may_copy_rations'>) =>
      api.put<Consultant>(`${CONSULTANTS_PATH}/${id}/`, { body: { may_copy_rations } }),
    onSuccess: async ({ data: { may_copy_rations } }) => {
      toast.success(t(may_copy_rations ? 'nutrients:copies.grants.given' : 'nutrients:copies.grants.taken'));
      await queryClient.invalidateQueries({ queryKey: KEY });
    },
    onError: (error) => toast.error(failureText(t, error)),
  });
  if (data.length === 0) return null;
  return (
    <Paper withBorder component="section" aria-label={t('nutrients:copies.grants.title')} p="md" mt="lg">
      <Title order={2} size="h3">
        {t('nutrients:copies.grants.title')}
      </Title>
      <Text c="dimmed" size="sm" mb="md" maw={720}>
        {t('nutrients:copies.grants.text')}
      </Text>
      {data.map((consultant) => (
        <Switch
          key={consultant.id}
          mb="xs"
          label={t('nutrients:copies.grants.may', { name: nameOf(consultant) })}
          description={consultant.email}
          checked={consultant.may_copy_rations}
          disabled={grant.isPending || !can('employee', 'change')}
          onChange={(event) => grant.mutate({ id: consultant.id, may_copy_rations: event.currentTarget.checked })}
        />
      ))}
    </Paper>
  );
}
