import { Checkbox, Group, ScrollArea, Stack, Text } from '@mantine/core';
import { IconColumns3, IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { canTell, cutOf, fittingCut, RECORD_KINDS, rightsOf } from '#contract/reports/explorer-view.ts';
import { DIMENSIONS, type Dimension, MAX_ROWS, MEASURES_OF, type Measure, type MeasuredOn } from '#contract/reports/explorer-words.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { DropPanel } from '#src/core/report/filters/drop-panel.tsx';
import { type Filters, withList } from '#src/core/report/filters.ts';
import classes from './controls.module.css';
import { measuresWithout, useMissing } from './missing.ts';
import { useNames } from './names.ts';
import { AsReport, BeginWith } from './presets.tsx';

interface ControlsProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** Removes the item if it is in the list, else appends it. */
const toggled = <T,>(all: readonly T[], one: T): T[] => (all.includes(one) ? all.filter((other) => other !== one) : [...all, one]);
const nothing = () => {};

/** Chooses rows and measures, at least one of each. */
export function Controls({ filters, onChange }: ControlsProps) {
  const { t } = useTranslation(['reports', 'explorer']);
  const { can } = useAccess();
  const { rows, measures } = cutOf(filters.lists);
  const nameOf = useNames();

  const change = (row: readonly Dimension[], measure: readonly Measure[]) => {
    if (row.length === 0 || measure.length === 0) return;
    const next = withList(filters, 'row', row);
    onChange(withList(next, 'measure', fittingCut({ ...next.lists, measure }).measures));
  };
  const missing = useMissing() ?? RECORD_KINDS;
  // A measure in the address can always be removed here.
  const isOffered = (measure: Measure) =>
    rightsOf([measure]).every((item) => can(item, 'view')) &&
    (measures.includes(measure) || missing.every((kind) => measuresWithout(kind, [measure]).length === 0));

  return (
    <Group className={classes.controls} gap={8}>
      <DropPanel icon={IconTable} label={`${t('reports:filter.row')}: ${rows.map(nameOf).join(' › ')}`} preload={nothing}>
        {() => (
          <Stack gap={10} role="group" aria-label={t('reports:filter.row')}>
            <Text size="xs" c="dimmed" maw={260}>
              {t('explorer:rows_text')}
            </Text>
            {DIMENSIONS.map((dimension) => {
              const place = rows.indexOf(dimension) + 1;
              return (
                <Group key={dimension} justify="space-between" wrap="nowrap">
                  <Checkbox
                    size="sm"
                    label={nameOf(dimension)}
                    checked={place > 0}
                    disabled={place > 0 ? rows.length === 1 : rows.length === MAX_ROWS}
                    onChange={() => change(toggled(rows, dimension), measures)}
                  />
                  {place > 0 && rows.length > 1 && (
                    <Text size="xs" c="dimmed">
                      {place}
                    </Text>
                  )}
                </Group>
              );
            })}
          </Stack>
        )}
      </DropPanel>
      <DropPanel icon={IconColumns3} label={`${t('reports:filter.measure')}: ${measures.map(nameOf).join(' · ')}`} preload={nothing}>
        {() => (
          <ScrollArea.Autosize mah={420} type="auto">
            {(Object.keys(MEASURES_OF) as MeasuredOn[]).map((on) => {
              const offered = (MEASURES_OF[on] as readonly Measure[]).filter(isOffered);
              if (offered.length === 0) return null;
              return (
                <Stack key={on} gap={10} pb="md" px={2} role="group" aria-label={t(`explorer:of.${on}`)}>
                  <Text fw={600} size="sm">
                    {t(`explorer:of.${on}`)}
                  </Text>
                  {offered.map((measure) => {
                    const available = canTell(measure, rows, filters.lists);
                    return (
                      <Checkbox
                        key={measure}
                        size="sm"
                        label={nameOf(measure)}
                        description={available ? undefined : t('explorer:untold')}
                        checked={measures.includes(measure)}
                        disabled={!available || (measures.length === 1 && measures.includes(measure))}
                        onChange={() => change(rows, toggled(measures, measure))}
                      />
                    );
                  })}
                </Stack>
              );
            })}
          </ScrollArea.Autosize>
        )}
      </DropPanel>
      <BeginWith filters={filters} onChange={onChange} />
      <AsReport filters={filters} />
    </Group>
  );
}
