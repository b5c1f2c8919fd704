import { Anchor, Group } from '@mantine/core';
import { IconCopy, IconFileText } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { codeKey } from '#common/texts/keys.ts';
import { FORM_TYPES, savedReports } from '#contract/operations/blanks.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { withParams } from '#src/core/layout/with-params.ts';
import { useRow } from '#src/core/resource/queries.ts';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { FarmFilter, useFarmInPlace, useFarmOfNew } from '#src/domain/farm/farm-place.tsx';
import { BlankModal } from './blank-modal.tsx';
import type { Blank } from './values.ts';

/** Form templates of the client's farms; with `base`, the address chooses the farm. `?open=` opens one at once. */
export function BlankList({ base }: { base?: string }) {
  const { t } = useTranslation(['operations', 'reports', 'core', 'pages']);
  const screen = useResourceScreen<typeof savedReports, Blank>(savedReports, {
    farm: useFarmInPlace(),
    filters: base ? [] : ['farm'],
    query: { kind: 'blank', report_type: FORM_TYPES },
    guard: { permission: 'blanks' },
  });
  const { farm, farms } = useFarmOfNew(screen.state);
  const path = useAppPath();
  const [search, setSearch] = useSearchParams();
  const { data: opened } = useRow<typeof savedReports, Blank>(savedReports, Number(search.get('open')) || undefined);
  const { show } = screen;
  const mayChange = screen.may('change');
  useEffect(() => {
    if (!opened) return;
    show({ as: mayChange ? 'form' : 'details', row: opened });
    setSearch(withParams({ open: null }), { replace: true });
  }, [opened, mayChange, show, setSearch]);
  return (
    <ResourceScreen
      screen={screen}
      icon={IconFileText}
      texts={{
        title: t('operations:blanks.title'),
        detail: t('pages:blanks.detail'),
        create: t('pages:blanks.create'),
        empty: t('pages:blanks.empty'),
        empty_text: t('pages:blanks.empty_text'),
      }}
      above={
        !base && (
          <Group gap="lg" mb="sm">
            <Anchor component={Link} to={path('settings/bonus-rules')} size="sm">
              {t('pages:bonus_rules.open')}
            </Anchor>
          </Group>
        )
      }
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
      files={[]}
      filters={<FarmFilter base={base} state={screen.state} label={t('pages:blanks.farm')} />}
      onOpen={screen.may('change') ? screen.edit : undefined}
      actions={(blank, { details, edit, remove }) => [
        details,
        edit,
        screen.add && { label: t('pages:blanks.copy'), icon: IconCopy, onClick: () => screen.add?.(blank) },
        remove,
      ]}
      details="form"
      form={({ row, ...rest }) => <BlankModal blank={row} farms={farms} farm={farm} {...rest} />}
    />
  );
}
