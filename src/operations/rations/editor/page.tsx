import { IconDeviceDesktop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { FarmCard } from '#contract/operations/farms.ts';
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

/** The ration of the address with the farm's feeds; for a new one the ration that it copies, matched with the farm's feeds. */
function useSource(farm: FarmCard) {
  const { can } = useAccess();
  const { ration_id } = useParams();
  const [params] = useSearchParams();
  const id = ration_id === undefined ? undefined : Number(ration_id);
  const copied = id === undefined ? Number(params.get('from')) || undefined : undefined;
  // A new ration may start from one of any farm.
  const source = useRow(rations, id ?? copied, id === undefined ? {} : { farm: farm.id });
  const isForeign = source.data !== undefined && source.data.farm !== farm.id;
  const matched = useMatchedParts(isForeign ? source.data : undefined, farm.id);
  const seesFeeds = can('ingredient', 'view');
  const feeds = useFeeds(farm.id, seesFeeds);
  const needed = [
    { query: source, isNeeded: (id ?? copied) !== undefined },
    { query: matched, isNeeded: isForeign },
    { query: feeds, isNeeded: seesFeeds },
  ];
  return {
    id,
    copied,
    row: source.data ?? null,
    foreignParts: isForeign ? (matched.data ?? []) : null,
    feeds: feeds.data ?? null,
    failed: [source, feeds, matched].find(({ error, data }) => error && !data),
    isLoading: needed.some(({ query, isNeeded }) => isNeeded && !query.data),
  };
}

type Source = ReturnType<typeof useSource>;

/** One ration, or a new one, optionally a copy of another (`?from=`). */
export function Page() {
  const { t } = useTranslation('operations');
  const { can } = useAccess();
  const farm = useFarmOfRoute();
  const source = useSource(farm);
  const phone = useOnPhone();
  const isNew = source.id === undefined;
  const title = isNew ? t('operations:rations.create') : '\u00a0';
  const { failed } = source;

  if (isNew && !can('ration', 'add')) return <NoEditRights />;
  if (isNew && phone) return <NeedsComputer farm={farm} title={title} />;
  if (failed) {
    return (
      <>
        <FarmHeader farm={farm} title={t('operations:rations.title')} />
        <FailedState error={failed.error} onRetry={failed.refetch} />
      </>
    );
  }
  if (source.isLoading) {
    return (
      <>
        <FarmHeader farm={farm} title={title} />
        <TableSkeleton />
      </>
    );
  }
  return <LoadedEditor farm={farm} source={source} />;
}

/** On a phone a ration can only be read. */
function NeedsComputer({ farm, title }: { farm: FarmCard; title: string }) {
  const { t } = useTranslation(['operations', 'pages']);
  const at = useRationsPath();
  const navigate = useNavigate();
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

function LoadedEditor({ farm, source: { id, copied, row, foreignParts, feeds } }: { farm: FarmCard; source: Source }) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const [basis] = useKeptBasis();
  // A new ration rounds to one kilogram or one pound.
  const values = foreignParts && row ? startValues(row, farm.id, foreignParts) : rationValues(row, farm.id, format.toKg(1), basis);
  const name = foreignParts ? values.name : t('pages:rations.copy_of', { name: values.name });
  const unmatched = (foreignParts ?? []).filter(({ use }) => use === null).map(({ ingredient_name }) => ingredient_name);
  return (
    <RationEditor
      key={id ?? `new-${copied ?? ''}`}
      farm={farm}
      ration={id === undefined ? null : row}
      first={copied ? { ...values, name, template: false, version: undefined } : values}
      feeds={feeds}
      start={{ from: copied ?? null, unmatched }}
    />
  );
}
