import { Button } from '@mantine/core';
import { IconFlask, IconListCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { nutrients } from '#contract/operations/nutrients.ts';
import type { RowOf } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { queryClient } from '#src/core/api/query-client.ts';
import { currentLanguage } from '#src/core/i18n/i18n.ts';
import type { ListColumn } from '#src/core/resource/column.ts';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { NutrientModal } from './nutrient-modal.tsx';

type Nutrient = RowOf<typeof nutrients>;

const nutrientColumns = (t: TFunction): ListColumn<Nutrient>[] => [
  { key: 'name', label: t('nutrients:name'), sort: 'name' },
  { key: 'unit', label: t('nutrients:unit'), value: ({ unit }) => t(`nutrients:units.${unit}`) },
  { key: 'per', label: t('nutrients:per'), value: ({ per }) => t(`nutrients:pers.${per}`) },
  { key: 'standard', label: t('nutrients:known'), value: ({ standard }) => (standard ? t(`nutrients:standard.${standard}`) : null) },
  { key: 'formula', label: t('nutrients:formula'), value: ({ formula }) => (formula ? t(`nutrients:formulas.${formula}`) : null) },
  { key: 'position', label: t('nutrients:position'), kind: 'count', sort: 'position' },
];

/** The nutrients of the client. */
export function Page() {
  const { t } = useTranslation(['nutrients', 'operations', 'core']);
  const screen = useResourceScreen(nutrients, { ordering: 'position' });
  const starter = useMutation({
    mutationFn: () => api.post(`${nutrients.path}/starter/`, { body: { language: currentLanguage() } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [nutrients.id] }),
  });
  const adopt = screen.may('add') && (
    <Button
      variant="default"
      loading={starter.isPending}
      leftSection={<IconListCheck size={16} aria-hidden />}
      onClick={() => starter.mutate()}
    >
      {t('nutrients:starter')}
    </Button>
  );
  return (
    <ResourceScreen
      screen={screen}
      icon={IconFlask}
      texts={{
        title: t('operations:nutrients.title'),
        detail: t('nutrients:detail'),
        create: t('nutrients:create'),
        empty: t('nutrients:empty'),
        empty_text: t('nutrients:empty_text'),
      }}
      columns={nutrientColumns(t)}
      buttons={adopt}
      form={({ row, onClose }) => <NutrientModal nutrient={row} onClose={onClose} />}
    />
  );
}
