import { IconScaleOutline } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { groups } from '#contract/operations/groups.ts';
import { WEIGHT_KINDS, weights } from '#contract/operations/weights.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { useList } from '#src/core/resource/queries.ts';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { useFarmCrumbs } from '#src/domain/farm/farm-header.tsx';
import { useFarmOfRoute } from '#src/domain/farm/place.ts';
import { useHistoryFields } from '#src/operations/history/use-history-fields.ts';
import { weightColumns } from './columns.tsx';
import { weightFile } from './file.ts';
import { QuickEntry } from './quick-entry.tsx';
import type { Values } from './weight-fields.tsx';
import { WeightModal } from './weight-modal.tsx';

/** The weighings of a farm's groups, newest first, and above them the next one. */
export function Page() {
  const { t } = useTranslation(['milk', 'operations', 'pages', 'core']);
  const farm = useFarmOfRoute();
  const { timezone } = farm;
  const screen = useResourceScreen(weights, {
    farm: farm.id,
    ordering: '-at',
    filters: ['group', 'kind'],
    nameOf: ({ group_name, day }) => `${group_name}, ${day}`,
  });
  const { state, query, mayImport } = screen;
  const { data } = useList(groups, { page_size: 1000, ordering: 'name' }, { farm: farm.id, enabled: useAccess().can('group', 'view') });
  const [last, setLast] = useState<{ turn: number; values: Partial<Values> }>({ turn: 0, values: { kind: 'in' } });
  const options = data?.rows ?? [];
  const chosen = Number(state.filter('group')) || (options.length === 1 ? options[0]?.id : null);
  const begins = { ...last.values, group: chosen ?? last.values.group ?? null };

  const saved = ({ group, kind, at }: Values) => setLast(({ turn }) => ({ turn: turn + 1, values: { group, kind, at } }));
  return (
    <ResourceScreen
      screen={screen}
      icon={IconScaleOutline}
      crumbs={useFarmCrumbs(farm)}
      texts={{
        title: t('operations:weights.title'),
        detail: t('milk:weights.detail'),
        empty: t('milk:weights.empty'),
        empty_text: t('milk:weights.empty_text'),
      }}
      above={
        screen.may('add') &&
        data && (
          <QuickEntry
            key={`${last.turn} ${begins.group}`}
            farm={farm.id}
            groups={options}
            timezone={timezone}
            begins={begins}
            focus={last.turn > 0}
            onSaved={saved}
          />
        )
      }
      columns={weightColumns(t)}
      files={[weightFile(t, { query, farm: farm.id, timezone, writes: mayImport })]}
      filters={
        <>
          <ListFilter
            state={state}
            name="group"
            label={t('milk:weights.group')}
            options={options.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <ListFilter
            state={state}
            name="kind"
            label={t('milk:weights.kind')}
            options={WEIGHT_KINDS.map((kind) => ({ value: kind, label: t(`pages:weights.kinds.${kind}`) }))}
          />
        </>
      }
      form={({ row, onClose }) => row && <WeightModal farm={farm.id} row={row} groups={options} timezone={timezone} onClose={onClose} />}
      history={{ list: 'weights', fields: useHistoryFields('weights') }}
    />
  );
}
