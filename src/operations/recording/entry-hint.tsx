import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { Deviation } from '#src/domain/plan/deviation.tsx';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { readingOf, type Scale } from './entry.ts';
import type { CurrentLineProps } from './line-props.ts';
import classes from './recording.module.css';
import type { Left } from './room.ts';
import type { Entry } from './use-entry.ts';

interface EntryHintProps extends Pick<CurrentLineProps, 'line' | 'left' | 'scale'> {
  entry: Entry;
  problem: string | false;
}

/** The line below the number: the reason why it can't be taken, its deviation, or the weights before it is typed. */
export function EntryHint({ line, left, scale, entry, problem }: EntryHintProps) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const unit = useWeightUnit();
  const { pack, reads, kg } = entry;
  if (problem) {
    return (
      <Text role="alert" size="sm" className={classes.tooMuch}>
        {problem}
      </Text>
    );
  }
  if (reads || kg !== null) {
    return (
      <>
        {pack && <PacksProduct entry={entry} />}
        {reads && <Text size="sm">{t('pages:recording.part', { weight: format.value('weight', kg ?? line.plan), unit })}</Text>}
        {kg !== null && <Deviation plan={line.plan} fact={kg} tolerance={line.tolerance} percent />}
      </>
    );
  }
  if (left) return <LeftToFeed left={left} />;
  return scale && <ScaleRange scale={scale} plan={line.plan} />;
}

/** Packs × weight. */
function PacksProduct({ entry: { pack, number, kg } }: { entry: Entry }) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const unit = useWeightUnit();
  const product = {
    packs: format.value('ratio', number),
    each: format.value('weight', pack?.kg),
    weight: format.value('weight', kg),
    unit,
  };
  return (
    <Text size="xs" className={classes.product}>
      {t('pages:packs.product', product)}
    </Text>
  );
}

function LeftToFeed({ left }: { left: Left }) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const unit = useWeightUnit();
  return (
    <Text c="dimmed" size="xs">
      {t('pages:recording.left_to_feed', {
        left: format.value('weight', left.inMixer),
        open: format.value('weight', left.toFeed),
        unit,
      })}
    </Text>
  );
}

/** The scale's readings before and after the planned weight. */
function ScaleRange({ scale, plan }: { scale: Scale; plan: number }) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const unit = useWeightUnit();
  const [from, to] = [scale.before, readingOf(scale, format.fromKg(plan))].map((one) => format.value('weight', format.toKg(one)));
  return (
    <Text c="dimmed" size="xs">
      {t('pages:recording.scale', { from, to, unit })}
    </Text>
  );
}
