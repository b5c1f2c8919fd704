import { Anchor, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { IngredientNeed } from '#contract/operations/ingredients.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { Rest } from '#src/domain/stock/rest.tsx';

/** A feed by day: needs, planned production, rest. */
export function NeedDetail({ need, onClose }: { need: IngredientNeed; onClose: () => void }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const path = useAppPath();
  const unit = useWeightUnit();
  const brings = need.coming > 0;
  const weight = (kg: number) => format.value('weight', kg || null);
  return (
    <PlainModal onClose={onClose} size="lg" title={need.name}>
      <Table verticalSpacing={6} aria-label={need.name}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('operations:planning.day')}</Table.Th>
            <Table.Th ta="right">{`${t('pages:needs.need')},\u00a0${unit}`}</Table.Th>
            {brings && <Table.Th ta="right">{`${t('pages:needs.coming')},\u00a0${unit}`}</Table.Th>}
            <Table.Th ta="right">{`${t('pages:needs.left')},\u00a0${unit}`}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {need.days.map(({ day, need: kg, coming, rest }) => (
            <Table.Tr key={day}>
              <Table.Td>
                {format.weekday(day)}, {format.value('date', day)}
              </Table.Td>
              <Table.Td ta="right">{weight(kg)}</Table.Td>
              {brings && <Table.Td ta="right">{weight(coming)}</Table.Td>}
              <Table.Td ta="right">
                <Rest kg={rest} label={t('pages:needs.short')} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th>{t('core:export.total')}</Table.Th>
            <Table.Th ta="right">{weight(need.need)}</Table.Th>
            {brings && <Table.Th ta="right">{weight(need.coming)}</Table.Th>}
            <Table.Td />
          </Table.Tr>
        </Table.Tfoot>
      </Table>
      <Anchor component={Link} to={path(`stock/ingredients?open=${need.id}`)} size="sm" mt="md" display="inline-block">
        {t('operations:ingredients.details')}
      </Anchor>
    </PlainModal>
  );
}
