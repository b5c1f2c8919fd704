import { List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AffectedMonth } from '#contract/operations/closed-months.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { openItems } from './open-items.ts';

/** Lists each month that will change, in order, with its open items if it will be closed. */
export function AffectedMonths({
  months,
  action,
  farms,
}: {
  months: readonly AffectedMonth[];
  action: 'close' | 'reopen';
  farms?: boolean;
}) {
  const { t } = useTranslation(['pages']);
  const format = useFormat();
  return (
    <List size="sm" aria-label={t(`pages:months.affected.${action}`)}>
      {months.map((state) => {
        const items = action === 'close' ? openItems(t, state) : [];
        const name = `${farms ? `${state.farm_name}: ` : ''}${format.month(state.month)}`;
        return <List.Item key={`${state.farm} ${state.month}`}>{items.length > 0 ? `${name} – ${items.join(' · ')}` : name}</List.Item>;
      })}
    </List>
  );
}
