import { IconUserStar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { bonusRules } from '#contract/operations/bonus-rules.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { ResourceScreen } from '#src/core/resource/resource-screen.tsx';
import { useResourceScreen } from '#src/core/resource/use-resource-screen.ts';
import { FarmFilter, useFarmOfNew } from '#src/domain/farm/farm-place.tsx';
import { useHistoryFields } from '#src/operations/history/use-history-fields.ts';
import { bonusRuleColumns } from './columns.ts';
import { bonusRuleFile } from './file.ts';
import { RuleModal } from './rule-modal.tsx';

/** Rules for the bonuses of employees who load. */
export function Page() {
  const { t } = useTranslation(['pages', 'operations', 'reports', 'core']);
  const format = useFormat();
  const screen = useResourceScreen(bonusRules, { ordering: 'name', filters: ['farm'], ofFarm: true });
  const { farm, farms } = useFarmOfNew(screen.state);
  return (
    <ResourceScreen
      screen={screen}
      icon={IconUserStar}
      texts={{
        title: t('operations:bonus_rules.title'),
        detail: t('pages:bonus_rules.detail'),
        create: t('pages:bonus_rules.create'),
        empty: t('pages:bonus_rules.empty'),
        empty_text: t('pages:bonus_rules.empty_text'),
      }}
      columns={bonusRuleColumns(t, format)}
      files={[bonusRuleFile(t, screen.query, screen.mayImport)]}
      filters={<FarmFilter state={screen.state} label={t('pages:bonus_rules.farm')} />}
      form={({ row, onClose }) => <RuleModal rule={row} farms={farms} farm={farm} onClose={onClose} />}
      history={{ list: 'bonusrules', fields: useHistoryFields('bonusrules') }}
    />
  );
}
