import { IconKey, IconKeyOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { accessKeys, type NewAccessKey } from '#contract/operations/access-keys.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useListState } from '#src/core/resource/list-state.ts';
import { refresh, useList } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { ask } from '#src/core/ui/question.ts';
import { EmptyState } from '#src/core/ui/states.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { FarmHeader } from '#src/domain/farm/farm-header.tsx';
import { useFarmOfRoute } from '#src/domain/farm/place.ts';
import { type AccessKey, keyColumns } from './columns.ts';
import { KeyModal } from './key-modal.tsx';
import { SecretModal } from './secret-modal.tsx';

/** A farm's keys for terminals and scripts: make one, see when it was last used, revoke it. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const farm = useFarmOfRoute();
  const state = useListState({ ordering: 'name' });
  const result = useList(accessKeys, state.query, { farm: farm.id });
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<z.infer<typeof NewAccessKey> | null>(null);
  const add = { label: t('pages:access_keys.create'), onClick: () => setMaking(true) };

  const revoke = async ({ id, name }: AccessKey) => {
    const agreed = await ask({
      title: t('pages:access_keys.revoke_title', { name }),
      text: t('pages:access_keys.revoke_text'),
      confirm: t('pages:access_keys.revoke'),
      danger: true,
    });
    if (!agreed) return;
    try {
      await api.delete(`${accessKeys.path}/${id}/`, { farm: farm.id });
      toast.success(t('pages:access_keys.revoked', { name }));
    } catch (error) {
      toast.error(failureText(t, error));
    }
    await refresh(accessKeys);
  };
  const actions = (key: AccessKey) => [
    { label: t('pages:access_keys.revoke'), icon: IconKeyOff, danger: true, onClick: () => void revoke(key) },
  ];

  return (
    <>
      <FarmHeader farm={farm} title={t('operations:access_keys.title')} detail={t('pages:access_keys.detail')} add={add} />
      <ResourceTable
        label={t('operations:access_keys.title')}
        columns={keyColumns(t)}
        result={result}
        state={state}
        nameOf={({ name }) => name}
        actions={actions}
        empty={<EmptyState icon={IconKey} title={t('pages:access_keys.empty')} text={t('pages:access_keys.empty_text')} action={add} />}
      />
      {making && <KeyModal farm={farm.id} onMade={setMade} onClose={() => setMaking(false)} />}
      {made && <SecretModal made={made} onClose={() => setMade(null)} />}
    </>
  );
}
