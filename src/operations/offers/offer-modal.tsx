import { SimpleGrid, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { offers } from '#contract/operations/offers.ts';
import { NoIngredientRights } from '#src/core/access/notices.tsx';
import { CreatableSelect } from '#src/core/resource/creatable-select.tsx';
import type { Draft } from '#src/core/resource/draft.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DayInput } from '#src/core/ui/day-input.tsx';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { useCompanyChoice } from '#src/domain/stock/company-choice.ts';
import { FeedSelect } from '#src/domain/stock/feed-select.tsx';
import { FeedWorth } from '#src/domain/stock/feed-worth-part.tsx';
import { useFeedForm } from '#src/domain/stock/use-feed-form.ts';
import type { Offer } from './columns.ts';

interface OfferModalProps {
  /** null for a new one. */
  offer: Offer | null;
  onClose: () => void;
}

/** Fields that may be emptied. */
const EMPTIED = ['until', 'kg', 'note'];

/** The request body. The server reports missing values at their fields. */
const toBody = (values: Draft<typeof offers>) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const isEmpty = value === null || value === '';
      if (!isEmpty) return [key, value];
      return [key, EMPTIED.includes(key) ? (key === 'note' ? '' : null) : undefined];
    }),
  );

/** A supplier's offer of a feed, with the worth of the feed next to its price. */
export function OfferModal({ offer, onClose }: OfferModalProps) {
  const { t } = useTranslation(['nutrients', 'core']);
  const { format, today, seesIngredients, feeds } = useFeedForm();
  const companies = useCompanyChoice(offer);
  const labels = {
    company: t('nutrients:offers.company'),
    ingredient: t('nutrients:offers.ingredient'),
    price: t('nutrients:offers.price'),
    from: t('nutrients:offers.from'),
    until: t('nutrients:offers.until'),
    kg: t('nutrients:offers.kg'),
    note: t('nutrients:offers.note'),
  };
  const modal = useResourceForm(offers, {
    row: offer,
    begins: { from: today },
    bodyOf: toBody,
    labels,
    show(field, value) {
      if (field === 'company') return companies.rows?.find(({ id }) => id === value)?.name ?? '';
      if (field === 'ingredient') return feeds?.find(({ id }) => id === value)?.name ?? '';
      const kinds = { kg: 'weight', price: 'price', from: 'date', until: 'date', note: 'text' } as const;
      return format.value(kinds[field as keyof typeof kinds], value as string | number | null);
    },
  });
  const { form } = modal;
  const { ingredient, price } = form.values;
  return (
    <FormModal
      {...modal}
      size="lg"
      onClose={onClose}
      title={offer ? `${offer.ingredient_name}, ${offer.company_name}` : t('nutrients:offers.create')}
    >
      {!seesIngredients && <NoIngredientRights />}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <CreatableSelect label={labels.company} {...companies} {...form.getInputProps('company')} />
        <FeedSelect
          label={labels.ingredient}
          feeds={feeds}
          value={ingredient}
          onChange={(value) => form.setFieldValue('ingredient', value)}
          error={form.errors.ingredient}
        />
        <DecimalInput kind="price" label={labels.price} {...form.getInputProps('price')} />
        <DecimalInput kind="weight" label={labels.kg} {...form.getInputProps('kg')} />
        <DayInput label={labels.from} {...form.getInputProps('from')} />
        <DayInput label={labels.until} clearable {...form.getInputProps('until')} />
      </SimpleGrid>
      <FeedWorth ingredient={ingredient} price={price} />
      <Textarea label={labels.note} autosize maxLength={1000} {...form.getInputProps('note')} />
    </FormModal>
  );
}
