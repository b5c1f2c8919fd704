import { IconCopy, IconEye, IconFileText, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeKey } from '#common/texts/keys.ts';
import { FORM_TYPES, savedReports } from '#contract/operations/blanks.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { ListFilter } from '#src/core/resource/list-filter.tsx';
import { useListState } from '#src/core/resource/list-state.ts';
import { useList, useRemove } from '#src/core/resource/queries.ts';
import { ResourceTable } from '#src/core/resource/resource-table.tsx';
import { EmptyState } from '#src/core/ui/states.tsx';
import { FarmPlace, useFarmInPlace } from '#src/domain/farm/farm-place.tsx';
import { BlankModal } from './blank-modal.tsx';
import { type Blank, type BlankValues, blankValues } from './values.ts';

interface Shown {
  blank: Blank | null;
  model?: BlankValues;
  readOnly?: boolean;
}

/** The forms of the client's farms; with `base`, the farm is chosen by the address under it. */
export function BlankList({ base }: { base?: string }) {
  const { t } = useTranslation(['operations', 'reports', 'core', 'pages']);
  const { can } = useAccess();
  const farm = useFarmInPlace();
  const current = useCurrentFarm();
  const farms = useFarms().data ?? [];
  const state = useListState({ ordering: 'name', filters: base ? [] : ['farm'] });
  const result = useList<typeof savedReports, Blank>(savedReports, { ...state.query, kind: 'blank', report_type: FORM_TYPES }, { farm });
  const remove = useRemove(savedReports);
  const [shown, setShown] = useState<Shown | null>(null);
  const mayChange = can('blanks', 'change');
  const add = can('blanks', 'add') ? { label: t('pages:blanks.create'), onClick: () => setShown({ blank: null }) } : undefined;
  const newFarm = farm ?? (Number(state.filter('farm')) || (farms.length === 1 ? farms[0]!.id : (current?.id ?? null)));
  const copy = (blank: Blank) => {
    const model = { ...blankValues(blank, null), name: t('pages:blanks.copy_name', { name: blank.name }), version: undefined };
    setShown({ blank: null, model });
  };

  const actions = (blank: Blank) => [
    { label: t('operations:actions.details'), icon: IconEye, onClick: () => setShown({ blank, readOnly: true }) },
    ...(mayChange ? [{ label: t('operations:actions.edit'), icon: IconPencil, onClick: () => setShown({ blank }) }] : []),
    ...(add ? [{ label: t('pages:blanks.copy'), icon: IconCopy, onClick: () => copy(blank) }] : []),
    ...(can('blanks', 'delete')
      ? [{ label: t('core:actions.delete'), icon: IconTrash, danger: true, onClick: () => void remove(blank.id, blank.name) }]
      : []),
  ];

  return (
    <>
      <PageHeader title={t('operations:blanks.title')} detail={t('pages:blanks.detail')} add={add} />
      <ResourceTable
        label={t('operations:blanks.title')}
        columns={[
          { key: 'name', label: t('pages:blanks.name'), sort: 'name' },
          {
            key: 'report_type',
            label: t('pages:blanks.type'),
            value: ({ report_type }: Blank) => t(codeKey('reports:report', report_type)),
            sort: 'report_type',
          },
          { key: 'farm_name', label: t('pages:blanks.farm'), sort: 'farm_name' },
        ]}
        result={result}
        state={state}
        nameOf={({ name }) => name}
        onOpen={(blank) => setShown({ blank, readOnly: !mayChange })}
        actions={actions}
        filters={
          base ? (
            <FarmPlace base={base} />
          ) : (
            <ListFilter
              state={state}
              name="farm"
              label={t('pages:blanks.farm')}
              options={farms.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )
        }
        empty={<EmptyState icon={IconFileText} title={t('pages:blanks.empty')} text={t('pages:blanks.empty_text')} action={add} />}
      />
      {shown && <BlankModal {...shown} farms={farms} farm={newFarm} onClose={() => setShown(null)} />}
    </>
  );
}
