import { IconDeviceDesktop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { rations } from '#contract/operations/rations.ts';
import { NoEditRights } from '#src/core/access/notices.tsx';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useRow } from '#src/core/resource/queries.ts';
import { Notice } from '#src/core/ui/notice.tsx';
import { useOnPhone } from '#src/core/ui/on-phone.tsx';
import { FailedState } from '#src/core/ui/states.tsx';
import { TableSkeleton } from '#src/core/ui/table-skeleton.tsx';
import { FarmHeader } from '#src/domain/farm/farm-header.tsx';
import { useFarmOfRoute } from '#src/domain/farm/place.ts';
import { useRationsPath } from '#src/operations/rations/place.ts';
import { useFeeds, useMatchedParts } from '#src/operations/rations/queries.ts';
import { useKeptBasis } from './kept-basis.ts';
import { RationEditor } from './ration-editor.tsx';
import { rationValues, startValues } from './values.ts';

/** One ration, or a new one, optionally a copy of another (`?from=`). */
export function Page() {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const { can } = useAccess();
  const format = useFormat();
  const farm = useFarmOfRoute();
  const { ration_id } = useParams();
  const [params] = useSearchParams();
  const id = ration_id === undefined ? undefined : Number(ration_id);
  const copied = id === undefined ? Number(params.get('from')) || undefined : undefined;
  // A new ration may start from one of any farm.
  const source = useRow(rations, id ?? copied, id === undefined ? {} : { farm: farm.id });
  const isForeign = source.data !== undefined && source.data.farm !== farm.id;
  const matched = useMatchedParts(isForeign ? source.data : undefined, farm.id);
  const at = useRationsPath();
  const navigate = useNavigate();
  const phone = useOnPhone();
  const [basis] = useKeptBasis();
  const feeds = useFeeds(farm.id, can('ingredient', 'view'));
  const title = id === undefined ? t('operations:rations.create') : '\u00a0';
  const failed = [source, feeds, matched].find(({ error, data }) => error && !data);

  if (id === undefined && !can('ration', 'add')) return <NoEditRights />;
  if (id === undefined && phone) {
    return (
      <>
        <FarmHeader farm={farm} title={title} crumbs={[{ label: t('operations:rations.title'), to: at(farm) }]} />
        <Notice
          icon={IconDeviceDesktop}
          title={t('pages:recipe.computer')}
          text={t('pages:recipe.computer_text')}
          action={{ label: t('operations:rations.title'), onClick: () => navigate(at(farm)) }}
        />
      </>
    );
  }
  if (failed) {
    return (
      <>
        <FarmHeader farm={farm} title={t('operations:rations.title')} />
        <FailedState error={failed.error} onRetry={failed.refetch} />
      </>
    );
  }
  const waits =
    ((id ?? copied) !== undefined && !source.data) || (isForeign && !matched.data) || (can('ingredient', 'view') && !feeds.data);
  if (waits) {
    return (
      <>
        <FarmHeader farm={farm} title={title} />
        <TableSkeleton />
      </>
    );
  }
  const ration = id === undefined ? null : (source.data ?? null);
  // A new ration rounds to one kilogram or one pound.
  const parts = (isForeign && matched.data) || [];
  const values = isForeign ? startValues(source.data, farm.id, parts) : rationValues(source.data ?? null, farm.id, format.toKg(1), basis);
  const name = isForeign ? values.name : t('pages:rations.copy_of', { name: values.name });
  const first = copied ? { ...values, name, template: false, version: undefined } : values;
  const unmatched = parts.filter(({ use }) => use === null).map(({ ingredient_name }) => ingredient_name);
  return (
    <RationEditor
      key={id ?? `new-${copied ?? ''}`}
      farm={farm}
      ration={ration}
      first={first}
      feeds={feeds.data ?? null}
      start={{ from: copied ?? null, unmatched }}
    />
  );
}
