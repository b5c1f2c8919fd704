import { Button, Select, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PricePer } from '#contract/operations/delivery-documents.ts';
import { useConventions } from '#src/core/format/use-conventions.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { goAlong } from '#src/core/ui/go-along.ts';
import { IconButton } from '#src/core/ui/icon-button.tsx';
import type { LiteIngredient } from '#src/domain/stock/choices.ts';
import { FeedSelect } from '#src/domain/stock/feed-select.tsx';
import { OrderSelect } from '#src/domain/stock/order-select.tsx';
import { PackedWeight } from '#src/domain/stock/packed-weight.tsx';
import classes from './document.module.css';
import { amountOf, emptyLine, type LineValues, ofFeed, ofOrder, pastedLines, pasteLines } from './lines.ts';

interface DocumentLinesProps {
  lines: readonly LineValues[];
  feeds: readonly LiteIngredient[];
  /** The supplier whose orders the lines may belong to; null for a sale, or if none is chosen yet. */
  supplier: number | null;
  /** False for a sale, whose lines have no lot. */
  brings: boolean;
  /** The day of the delivery, whose weights of packs count. */
  day: string;
  onChange: (lines: LineValues[]) => void;
  /** The form's errors by path: `lines.2.value`. */
  errors: Readonly<Record<string, ReactNode>>;
  readOnly: boolean;
}

/**
 * Lines of the document. Enter moves down a column and adds a line at its end, Ctrl Enter saves, rows pasted from a spreadsheet become
 * lines.
 */
export function DocumentLines({ lines, feeds, supplier, brings, day, onChange, errors, readOnly }: DocumentLinesProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const pounds = useConventions().units === 'lb';
  const body = useRef<HTMLTableSectionElement>(null);
  const change = (at: number, part: Partial<LineValues>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...part } : line)));
  const add = () => onChange([...lines, emptyLine(lines.at(-1)?.price_per)]);
  // Users with pounds have another ton.
  const units = PricePer.options.filter((per) => per !== 'tonne' || !pounds);
  const goOn = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key, ctrlKey, metaKey, currentTarget } = event;
    if (key === 'Enter' && (ctrlKey || metaKey)) {
      event.preventDefault();
      currentTarget.form?.requestSubmit();
      return;
    }
    const column = currentTarget.dataset.column;
    const fields = [...(body.current?.querySelectorAll<HTMLInputElement>(`input[data-column="${column}"]`) ?? [])];
    if (key !== 'Enter' || fields.at(-1) !== currentTarget) return goAlong(event);
    event.preventDefault();
    add();
    requestAnimationFrame(() => body.current?.querySelector<HTMLInputElement>('tr:last-child input')?.focus());
  };
  const paste = (at: number, text: string): boolean => {
    const pasted = pastedLines(text, feeds, format.toKg);
    if (pasted) onChange(pasteLines(lines, at, pasted));
    return pasted !== null;
  };
  const nameLine = (at: number, word: string) => `${word} ${format.value('count', at + 1)}`;

  return (
    <div className={classes.lines}>
      <table className={classes.table} aria-label={t('pages:delivery_documents.lines')}>
        <thead>
          <tr>
            <th>{t('operations:deliveries.ingredient')}</th>
            <th data-right>{t('operations:deliveries.weight')}</th>
            <th data-right>{t('operations:deliveries.price')}</th>
            <th>{t('pages:delivery_documents.price_per')}</th>
            <th data-right>{t('pages:delivery_documents.amount')}</th>
            {!readOnly && <th aria-label={t('core:actions.delete')} />}
          </tr>
        </thead>
        <tbody ref={body}>
          {lines.map((line, at) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place until it is saved
              key={at}
              onPaste={(event) => {
                if (!readOnly && paste(at, event.clipboardData.getData('text/plain'))) event.preventDefault();
              }}
            >
              <td className={classes.feed}>
                <FeedSelect
                  aria-label={nameLine(at, t('operations:deliveries.ingredient'))}
                  placeholder={t('operations:deliveries.ingredient')}
                  feeds={feeds}
                  value={line.ingredient}
                  onChange={(ingredient) => change(at, ofFeed(line, ingredient))}
                  readOnly={readOnly}
                  error={errors[`lines.${at}.ingredient`]}
                />
                {supplier !== null && (
                  <OrderSelect
                    label={nameLine(at, t('pages:orders.order'))}
                    unseen
                    ingredient={line.ingredient}
                    company={supplier}
                    value={line.order}
                    onChange={(order) => change(at, ofOrder(line, order))}
                    readOnly={readOnly}
                    error={errors[`lines.${at}.order`]}
                  />
                )}
                {brings && (
                  <TextInput
                    mt={4}
                    aria-label={nameLine(at, t('pages:lots.lot'))}
                    placeholder={t('pages:lots.lot')}
                    maxLength={100}
                    value={line.lot}
                    onChange={(event) => change(at, { lot: event.currentTarget.value })}
                    readOnly={readOnly}
                    error={errors[`lines.${at}.lot`]}
                  />
                )}
              </td>
              <td className={classes.number}>
                <PackedWeight
                  whole
                  ingredient={line.ingredient}
                  day={day}
                  kg={line.value}
                  pack={line.pack}
                  packs={line.packs}
                  onChange={({ kg, ...packed }) => change(at, { value: kg, ...packed })}
                  field={{ 'aria-label': nameLine(at, t('operations:deliveries.weight')), 'data-column': 'weight', onKeyDown: goOn }}
                  readOnly={readOnly}
                  error={['value', 'packs', 'pack'].map((part) => errors[`lines.${at}.${part}`]).find(Boolean)}
                />
              </td>
              <td className={classes.number}>
                <DecimalInput
                  kind={line.price_per === 'kg' ? 'price' : 'ratio'}
                  unit={line.price_per === 'kg' ? undefined : ''}
                  aria-label={nameLine(at, t('operations:deliveries.price'))}
                  data-column="price"
                  value={line.price_given}
                  onChange={(price_given) => change(at, { price_given })}
                  onKeyDown={goOn}
                  readOnly={readOnly}
                  error={errors[`lines.${at}.price_given`]}
                />
              </td>
              <td className={classes.per}>
                <Select
                  aria-label={nameLine(at, t('pages:delivery_documents.price_per'))}
                  data={units.map((per) => ({
                    value: per,
                    label:
                      per === 'kg'
                        ? t(format.unit('weight'))
                        : t(per === 'tonne' ? 'pages:delivery_documents.tonne' : 'pages:delivery_documents.sum'),
                  }))}
                  value={line.price_per}
                  onChange={(per) => per && change(at, { price_per: per as PricePer })}
                  allowDeselect={false}
                  readOnly={readOnly}
                />
              </td>
              <td data-right data-label={t('pages:delivery_documents.amount')}>
                {format.money(amountOf(line))}
              </td>
              {!readOnly && (
                <td className={classes.tools}>
                  <IconButton
                    icon={IconX}
                    label={nameLine(at, t('core:actions.delete'))}
                    onClick={() => onChange(lines.filter((_, index) => index !== at))}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {errors.lines && (
        <Text c="var(--mantine-color-error)" size="xs" role="alert">
          {errors.lines}
        </Text>
      )}
      {!readOnly && (
        <div className={classes.add}>
          <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            {t('pages:delivery_documents.add_line')}
          </Button>
          <Text size="xs" c="dimmed">
            {t('pages:delivery_documents.hint')}
          </Text>
        </div>
      )}
    </div>
  );
}
