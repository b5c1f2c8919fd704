import { SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconKey, IconKeyOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { z } from 'zod';
import { accessKeys, type NewAccessKey } from '#contract/operations/access-keys.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { ask } from '#src/core/ui/question.ts';
import { toast } from '#src/core/ui/toast.ts';
import { useFarmCrumbs } from '#src/domain/farm/farm-header.tsx';
import { useFarmOfRoute } from '#src/domain/farm/place.ts';
import { Database } from '#src/operations/database-access/database.tsx';
import { Mapping } from '#src/operations/external-ids/mapping.tsx';
import { Webhooks } from '#src/operations/webhooks/webhooks.tsx';
import { type AccessKey, keyColumns } from './columns.ts';
import { Connect } from './connect.tsx';
import { KeyModal } from './key-modal.tsx';
import { SecretModal } from './secret-modal.tsx';

const VIEWS = ['keys', 'webhooks', 'connect', 'ids', 'database'] as const;
type View = (typeof VIEWS)[number];

/** A farm's access for other programs: keys, webhooks, examples, ids of other programs, and the database. The address contains the view. */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const [params, setParams] = useSearchParams();
  const view = VIEWS.find((name) => name === params.get('view')) ?? 'keys';
  const titles: Record<View, string> = {
    keys: t('operations:access_keys.title'),
    webhooks: t('pages:webhooks.title'),
    connect: t('pages:connect.title'),
    ids: t('pages:external_ids.title'),
    database: t('pages:database_access.title'),
  };
  // Five views in a row are wider than a phone and a small tablet, in most languages.
  const isNarrow = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false });
  const views = (
    <SegmentedControl
      mb="md"
      orientation={isNarrow ? 'vertical' : 'horizontal'}
      fullWidth={isNarrow}
      value={view}
      // The other view has a search and rows of its own.
      onChange={(next) => setParams(next === 'keys' ? {} : { view: next }, { replace: true })}
      data={VIEWS.map((name) => ({ value: name, label: titles[name] }))}
    />
  );
  if (view === 'ids') return <Mapping views={views} />;
  if (view === 'webhooks') return <Webhooks views={views} />;
  if (view === 'database') return <Database views={views} />;
  return view === 'connect' ? <Connect views={views} /> : <Keys views={views} />;
}

/** A farm's keys for terminals and scripts: creates, lists and revokes them. */
function Keys({ views }: { views: ReactNode }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const farm = useFarmOfRoute();
  const { data: farms } = useFarms();
  const screen = useResourceScreen(accessKeys, { farm: farm.id });
  const [made, setMade] = useState<z.infer<typeof NewAccessKey> | null>(null);

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

  return (
    <>
      <ResourceScreen
        screen={screen}
        icon={IconKey}
        crumbs={useFarmCrumbs(farm)}
        texts={{
          title: t('operations:access_keys.title'),
          detail: t('pages:access_keys.detail'),
          create: t('pages:access_keys.create'),
          empty: t('pages:access_keys.empty'),
          empty_text: t('pages:access_keys.empty_text'),
        }}
        above={views}
        columns={keyColumns(t, (id) => farms?.find((one) => one.id === id)?.name ?? String(id))}
        files={[]}
        onAdd={() => screen.show({ as: 'form', row: null })}
        actions={(key) => [{ label: t('pages:access_keys.revoke'), icon: IconKeyOff, danger: true, onClick: () => void revoke(key) }]}
        form={({ onClose }) => <KeyModal farm={farm.id} onMade={setMade} onClose={onClose} />}
      />
      {made && <SecretModal made={made} onClose={() => setMade(null)} />}
    </>
  );
}
