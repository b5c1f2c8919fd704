import { Input, Select, Table, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { IconButton } from '#src/core/ui/icon-button.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import type { AnimalGroup } from '#src/operations/feedings/choices.ts';
import { type FeedingGroup, growthOf } from '#src/operations/feedings/feeding.ts';
import classes from './editor.module.css';

interface GroupsFieldProps {
  value: readonly FeedingGroup[];
  ration: { id: number; size: number; kg_per_head: number | null } | undefined;
  choices: readonly AnimalGroup[];
  /** Heads by group; by default today's. */
  headsOf: (group: number) => number;
  onChange: (groups: FeedingGroup[]) => void;
  errorOf: (path: string) => string | undefined;
}

/** Groups with kilograms per head, and their total weights. */
export function GroupsField({ value, ration, choices, headsOf, onChange, errorOf }: GroupsFieldProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const unit = useWeightUnit();
  const findGroupName = (id: number) => choices.find((group) => group.id === id)?.name ?? `#${id}`;
  const left = choices.filter(({ id }) => !value.some(({ group }) => group === id));
  return (
    <Input.Wrapper label={t('pages:schedule.groups')} error={errorOf('groups')}>
      {value.length > 0 && (
        <Table className={classes.groups} verticalSpacing={4} horizontalSpacing={8}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('pages:schedule.group')}</Table.Th>
              <Table.Th data-right>{t('pages:schedule.heads')}</Table.Th>
              <Table.Th data-right className={classes.perHead}>
                {t('pages:schedule.weight_per_head')}
              </Table.Th>
              <Table.Th data-right>{`${t('pages:schedule.weight')},\u00a0${unit}`}</Table.Th>
              <Table.Th className={classes.remove} aria-label={t('core:list.actions')} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {value.map(({ group, weight_per_head, typedFor }, index) => (
              <Table.Tr key={group}>
                <Table.Td>{findGroupName(group)}</Table.Td>
                <Table.Td data-right>{format.value('count', headsOf(group))}</Table.Td>
                <Table.Td>
                  <DecimalInput
                    kind="weight"
                    aria-label={`${t('pages:schedule.weight_per_head')}: ${findGroupName(group)}`}
                    value={weight_per_head}
                    max={1000}
                    error={errorOf(`groups.${index}.weight_per_head`) ?? errorOf(`groups.${index}.group`)}
                    onChange={(kg) => onChange(value.map((one) => (one.group === group ? { ...one, weight_per_head: kg } : one)))}
                  />
                </Table.Td>
                <Table.Td data-right>
                  <Text fw={600}>
                    {format.value(
                      'weight',
                      weight_per_head === null
                        ? null
                        : weight_per_head * headsOf(group) * growthOf({ group, weight_per_head, typedFor }, ration),
                    )}
                  </Text>
                </Table.Td>
                <Table.Td className={classes.remove}>
                  <IconButton
                    icon={IconX}
                    label={t('pages:schedule.remove_group', { name: findGroupName(group) })}
                    onClick={() => onChange(value.filter((one) => one.group !== group))}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Select
        key={value.length}
        mt={value.length > 0 ? 8 : 0}
        searchable
        value={null}
        data={left.map(({ id, name }) => ({ value: String(id), label: name }))}
        disabled={left.length === 0}
        placeholder={t(left.length === 0 && value.length > 0 ? 'pages:schedule.all_groups' : 'pages:schedule.add_group')}
        aria-label={t('pages:schedule.add_group')}
        leftSection={<IconPlus size={16} aria-hidden />}
        nothingFoundMessage={t('core:empty.not_found')}
        onChange={(id) => id && onChange([...value, { group: Number(id), weight_per_head: ration?.kg_per_head ?? null }])}
      />
    </Input.Wrapper>
  );
}
