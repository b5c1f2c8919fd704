import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { round } from '#common/format/decimal.ts';
import type { DryMatterAnswer, PlanChange } from '#contract/operations/dry-matter.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { online } from '#src/core/api/network.ts';
import { useStore } from '#src/core/api/store.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import classes from './dry-matter.module.css';
import { type FeedToMeasure, useTried } from './queries.ts';

interface ConsequenceProps {
  farm: FarmCard;
  feed: FeedToMeasure;
  percent: number | null;
}

/** Shows before saving how the measurement will change waiting loads. */
export function Consequence({ farm, feed, percent }: ConsequenceProps) {
  const { t } = useTranslation(['pages', 'core']);
  const reachable = useStore(online);
  const [settled] = useDebouncedValue(percent, 300);
  const tried = reachable && settled === percent ? percent : null;
  const { data, error } = useTried(farm.id, feed.ingredient, tried);
  if (percent === null) return null;
  const text = () => {
    if (!reachable) return t('pages:drymatter.today.offline');
    if (error) return failureText(t, error);
    return tried === null || !data ? t('core:loading') : null;
  };
  const words = text();
  return (
    <div className={classes.consequence} aria-live="polite">
      {words === null && data ? <Changes farm={farm} answer={data} /> : <Text size="sm">{words}</Text>}
    </div>
  );
}

function Changes({ farm, answer }: { farm: FarmCard; answer: DryMatterAnswer }) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const unit = useWeightUnit();
  const { used, percent, replanned, changes, load_before, load_after, cost_moved } = answer;
  const written = ({ was, is }: Loads) =>
    t('pages:drymatter.today.change', { was: format.value('weight', was), is: format.value('weight', is), unit });
  return (
    <>
      {used === null && <Text size="sm">{t('pages:drymatter.today.newer')}</Text>}
      {used !== null && used !== percent && (
        <Text size="sm">{t('pages:drymatter.today.mean', { percent: format.percent(used), last: farm.dry_matter_mean })}</Text>
      )}
      {replanned === 0 ? (
        <Text size="sm">{t('pages:drymatter.today.nothing')}</Text>
      ) : (
        <>
          <Text size="sm" fw={600}>
            {t('pages:drymatter.today.replanned', { feedings: replanned })} {written({ was: load_before ?? 0, is: load_after ?? 0 })}
            {cost_moved !== null && ` · ${format.money(cost_moved, { plus: true })}`}
          </Text>
          <ul className={classes.loads}>
            {byRation(changes).map(([name, loads]) => (
              <li key={name}>
                {name}: {written(loads)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

type Loads = Pick<PlanChange, 'was' | 'is'>;
const sumLoads = (changes: readonly Loads[]): Loads =>
  changes.reduce((sum, { was, is }) => ({ was: round(sum.was + was, 3), is: round(sum.is + is, 3) }), { was: 0, is: 0 });

/** Loads of the first day that changes, by ration. */
function byRation(changes: readonly PlanChange[]): [string, Loads][] {
  const first = changes[0]?.planned_on;
  const loads = new Map<string, Loads>();
  for (const change of changes)
    if (change.planned_on === first) loads.set(change.ration_name, sumLoads([loads.get(change.ration_name) ?? { was: 0, is: 0 }, change]));
  return [...loads];
}
