import { Group, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { lotNumber } from '#common/lots/lot-number.ts';
import type { BatchRow } from '#contract/operations/batches.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';
import { StatusBadge } from '#src/core/ui/status-badge.tsx';
import { Truncated } from '#src/core/ui/truncated.tsx';
import { Deviation } from '#src/domain/plan/deviation.tsx';
import detail from '#src/operations/feedings/detail.module.css';

/** One batch: plan and fact of its ingredients, time and operator. */
export function BatchDetail({ batch, onClose }: { batch: BatchRow; onClose: () => void }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const unit = t(format.unit('weight'));
  const facts = [
    [t('pages:kkz.feed'), batch.ingredient_name],
    [t('pages:kkz.day'), format.value('date', batch.planned_on)],
    [t('pages:lots.lot'), lotNumber('batch', batch.id, batch.lot)],
    [t('pages:kkz.mixer'), format.value('text', batch.mixer_name)],
    [t('pages:kkz.operator'), format.value('text', batch.operator_name)],
    [t('pages:kkz.started'), format.value('datetime', batch.started_at)],
  ];
  const number = (label: string) => <Table.Th data-right>{`${label},\u00a0${unit}`}</Table.Th>;
  return (
    <PlainModal
      onClose={onClose}
      size="lg"
      title={
        <Group gap="sm">
          <Text fw={600} size="lg">
            {batch.recipe_name}
          </Text>
          <StatusBadge status={batch.status} />
        </Group>
      }
    >
      <Stack>
        <dl className={detail.facts}>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Table.ScrollContainer minWidth={320} type="native">
          <Table className={detail.lines} horizontalSpacing={8} verticalSpacing={6} aria-label={t('pages:kkz.facts')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('pages:kkz.ingredient')}</Table.Th>
                {number(t('pages:kkz.plan'))}
                {number(t('pages:kkz.fact'))}
                {number(t('pages:kkz.deviation'))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {batch.items.map(({ ingredient, ingredient_name, weight_plan, weight_fact }) => (
                <Table.Tr key={ingredient}>
                  <Table.Td>
                    <Truncated text={ingredient_name} at={45} />
                  </Table.Td>
                  <Table.Td data-right>{format.value('weight', weight_plan)}</Table.Td>
                  <Table.Td data-right>{format.value('weight', weight_fact)}</Table.Td>
                  <Table.Td data-right>
                    <Deviation plan={weight_plan} fact={weight_fact} tolerance={0} />
                  </Table.Td>
                </Table.Tr>
              ))}
              <Table.Tr fw={600}>
                <Table.Td>{t('pages:kkz.total')}</Table.Td>
                <Table.Td data-right>{format.value('weight', batch.weight_plan)}</Table.Td>
                <Table.Td data-right>{format.value('weight', batch.weight_fact)}</Table.Td>
                <Table.Td data-right>
                  <Deviation plan={batch.weight_plan} fact={batch.weight_fact} tolerance={0} />
                </Table.Td>
              </Table.Tr>
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Stack>
    </PlainModal>
  );
}
