import { Loader, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LEFTOVER_DAYS } from '#contract/operations/leftovers.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { goAlong } from '#src/core/ui/go-along.ts';
import classes from './leftovers.module.css';
import { type FedGroup, type Leftover, useWeighing } from './queries.ts';
import { Where } from './where.tsx';

interface LeftoverCellProps {
  farm: number;
  group: number;
  groups: readonly FedGroup[];
  date: string;
  label: string;
  found: Leftover | undefined;
  readOnly: boolean;
  onRemove: (row: Leftover) => Promise<boolean>;
}

/** One group's leftover of one day, saved on blur; a refused value stays in the field, with the reason. */
export function LeftoverCell({ farm, group, groups, date, label, found, readOnly, onRemove }: LeftoverCellProps) {
  const { t } = useTranslation(['operations', 'pages']);
  const format = useFormat();
  const weighing = useWeighing(farm);
  const [typed, setTyped] = useState<number | null | undefined>(undefined);
  const stored = found?.weight ?? null;

  const commit = async () => {
    if (typed === undefined || typed === stored) return setTyped(undefined);
    try {
      if (typed !== null) await weighing.mutateAsync({ found, group, date, weight: typed });
      else if (found) await onRemove(found);
      setTyped(undefined);
    } catch {
      // The mutation stores the reason, the field keeps the input.
    }
  };
  const why = found
    ? found.delivered
      ? t('pages:leftovers.of_delivered', { kg: format.value('weight', found.delivered) })
      : t('pages:leftovers.without_day_hint', { days: format.value('count', LEFTOVER_DAYS) })
    : undefined;
  return (
    <div className={classes.cell}>
      <DecimalInput
        kind="weight"
        aria-label={label}
        data-column={date}
        value={typed === undefined ? stored : typed}
        readOnly={readOnly}
        disabled={weighing.isPending}
        onChange={setTyped}
        onBlur={commit}
        onKeyDown={goAlong}
        onFocus={(event) => event.currentTarget.select()}
        placeholder="–"
        unit={weighing.isPending ? <Loader size={12} /> : ' '}
        rightSectionWidth={weighing.isPending ? 24 : 4}
        error={weighing.isError ? failureText(t, weighing.error) : undefined}
      />
      <Text size="xs" c="dimmed" className={classes.percent} title={why}>
        {found
          ? found.percent === null
            ? t('pages:leftovers.without_day')
            : format.roundedPercent(found.percent, { decimals: 1 })
          : '\u00a0'}
      </Text>
      {found && <Where farm={farm} row={found} groups={groups} readOnly={readOnly} />}
    </div>
  );
}
