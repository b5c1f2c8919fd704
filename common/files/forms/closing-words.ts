import type { TFunction } from 'i18next';
import type { Formatter } from '#common/format/formatter.ts';
import { hryvniasInWords, numberInWords } from '#common/format/words-uk.ts';

/** Number of items and their printed sum; in Ukrainian also in words, as accounting there expects. */
export function closingWords(items: number, sum: number, t: TFunction, format: Formatter): string[] {
  const inWords = format.language === 'uk' && format.currency === 'UAH';
  const count = format.value('count', items);
  const money = format.money(sum);
  return [
    t('pages:form.closing', {
      items: inWords ? `${count} (${numberInWords(items, true)})` : count,
      sum: inWords ? `${money} (${hryvniasInWords(Math.round(sum * 100))})` : money,
    }),
  ];
}
