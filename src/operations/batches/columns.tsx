import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { lotNumber } from '#common/lots/lot-number.ts';
import type { BatchRow } from '#contract/operations/batches.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import { Deviation } from '#src/domain/plan/deviation.tsx';

/** Planned batches with their progress; the button continues recording. */
export function batchColumns(t: TFunction, week: boolean, onRecord: (batch: BatchRow) => void): ListColumn<BatchRow>[] {
  return [
    { key: 'recipe_name', label: t('pages:kkz.recipe'), sort: 'recipe_name' },
    ...(week ? [{ key: 'planned_on', label: t('pages:kkz.day'), kind: 'date', sort: 'planned_on' } as const] : []),
    { key: 'mixer_name', label: t('pages:kkz.mixer'), sort: 'mixer_name' },
    { key: 'weight_plan', label: t('pages:kkz.plan'), kind: 'weight', sort: 'weight_plan' },
    { key: 'weight_fact', label: t('pages:kkz.fact'), kind: 'weight', sort: 'weight_fact' },
    {
      key: 'deviation',
      label: t('pages:kkz.deviation'),
      kind: 'weight',
      sort: 'deviation',
      render: (batch) => <Deviation plan={batch.weight_plan} fact={batch.weight_fact} tolerance={0} />,
    },
    { key: 'status', label: t('pages:kkz.status'), kind: 'status', sort: 'status' },
    { key: 'lot', label: t('pages:lots.lot'), secondary: true, render: ({ id, lot }) => lotNumber('batch', id, lot) },
    {
      key: 'go',
      label: t('pages:kkz.making'),
      exported: false,
      render: (batch) =>
        batch.abilities.load && (
          <Button
            size="xs"
            variant={batch.status === 'in_process' ? 'filled' : 'default'}
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            onClick={(event) => {
              event.stopPropagation();
              onRecord(batch);
            }}
          >
            {t(batch.status === 'in_process' ? 'pages:kkz.go_on' : 'pages:kkz.record')}
          </Button>
        ),
    },
  ];
}
