import { Alert, Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { minus } from '#common/format/decimal.ts';
import { DAYS_OF_YEAR } from '#contract/least-cost.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import type { ListedNutrient } from '#src/operations/analyses/file.ts';
import classes from './least-cost.module.css';
import { limitText } from './limit-text.ts';
import { type Found, limitValueText, measureLimit } from './values.ts';

interface OutcomeProps {
  found: Found;
  heads: number;
  nutrients: readonly ListedNutrient[];
  feedNames: ReadonlyMap<number, string>;
  /** Undefined without the right to change the ration. */
  onAccept: ((reason: string) => void) | undefined;
  accepting: boolean;
  onApply: () => void;
}

/** The cost of both rations with the proof, or the limits that contradict each other. */
export function Outcome(props: OutcomeProps) {
  return props.found.answer.status === 'optimal' ? <Cheapest {...props} /> : <Contradiction {...props} />;
}

function Cheapest({ found: { answer }, heads, onAccept, accepting }: OutcomeProps) {
  const { t } = useTranslation('nutrients');
  const format = useFormat();
  const cost = answer.cost ?? 0;
  const [typed, setReason] = useState<string | null>(null);
  const reason = typed ?? t('nutrients:leastcost.reason_text', { was: format.money(answer.present.cost), is: format.money(cost) });
  const rows = [
    { label: t('nutrients:leastcost.cost'), was: answer.present.cost, is: cost },
    {
      label: t('nutrients:leastcost.cost_year'),
      was: answer.present.cost * heads * DAYS_OF_YEAR,
      is: answer.cost_year ?? cost * heads * DAYS_OF_YEAR,
    },
  ];
  return (
    <section className={classes.outcome} aria-label={t('nutrients:leastcost.result')} aria-live="polite">
      <dl>
        {rows.map(({ label, was, is }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {format.money(was)} → <b>{format.money(is)}</b> <small>{format.money(minus(is, was), { plus: true })}</small>
            </dd>
          </div>
        ))}
      </dl>
      <details className={classes.proof}>
        <summary>{t('nutrients:leastcost.proved')}</summary>
        {t('nutrients:leastcost.exact', { cost: answer.certificate.cost })}
      </details>
      {onAccept && (
        <div className={classes.run}>
          <TextInput
            className={classes.reason}
            label={t('nutrients:leastcost.reason')}
            description={t('nutrients:leastcost.reason_hint')}
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <Button loading={accepting} onClick={() => onAccept(reason)}>
            {t('nutrients:leastcost.accept')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Contradiction({ found: { answer, feeds, limits }, nutrients, feedNames, onApply }: OutcomeProps) {
  const { t } = useTranslation(['nutrients', 'reports']);
  const format = useFormat();
  const describeLimit = ({ limit, feed, side }: { limit: number | null; feed: number | null; side: 'min' | 'max' }) => {
    const row = limit === null ? undefined : limits[limit];
    if (row)
      return `${limitText(t, row, nutrients, feedNames)}: ${t(`nutrients:leastcost.${side}`)} ${limitValueText(t, format, measureLimit(row, nutrients), row[side])}`;
    const own = feeds[feed ?? 0];
    return `${feedNames.get(own?.ingredient ?? 0) ?? '–'}: ${t(`nutrients:leastcost.${side}`)} ${format.value('weight', own?.[side] ?? null)}`;
  };
  return (
    <Alert color="straw" title={t('nutrients:leastcost.none')} aria-live="polite">
      <Text size="sm">{t('nutrients:leastcost.none_text')}</Text>
      <ul>
        {answer.contradicting?.map((one) => (
          <li key={`${one.limit} ${one.feed} ${one.side}`}>{describeLimit(one)}</li>
        ))}
      </ul>
      {answer.changes && answer.changes.length > 0 && (
        <>
          <Text size="sm">{t('nutrients:leastcost.change')}</Text>
          <ul>
            {answer.changes.map(({ limit, side, value }) => {
              const row = limits[limit];
              if (!row) return null;
              const measure = measureLimit(row, nutrients);
              return (
                <li key={`${limit} ${side}`}>
                  {limitText(t, row, nutrients, feedNames)}: {t(`nutrients:leastcost.${side}`)}{' '}
                  {limitValueText(t, format, measure, row[side])} → <b>{limitValueText(t, format, measure, value)}</b>
                </li>
              );
            })}
          </ul>
          <Button size="compact-sm" variant="default" onClick={onApply}>
            {t('nutrients:leastcost.apply')}
          </Button>
        </>
      )}
    </Alert>
  );
}
