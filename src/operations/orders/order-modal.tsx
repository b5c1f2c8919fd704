import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { orders } from '#contract/operations/orders.ts';
import { NoIngredientRights } from '#src/core/access/notices.tsx';
import { CreatableSelect } from '#src/core/resource/creatable-select.tsx';
import type { Draft } from '#src/core/resource/draft.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DayInput } from '#src/core/ui/day-input.tsx';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { SumLine } from '#src/core/ui/sum-line.tsx';
import { useCompanyChoice } from '#src/domain/stock/company-choice.ts';
import { FeedSelect } from '#src/domain/stock/feed-select.tsx';
import { FeedWorth } from '#src/domain/stock/feed-worth-part.tsx';
import { useFeedForm } from '#src/domain/stock/use-feed-form.ts';
import type { Order } from './columns.tsx';

interface OrderModalProps {
  /** null = a new one. */
  order: Order | null;
  /** The offer that a new order takes. */
  offer?: { company: number; company_name: string; ingredient: number; price: number; kg: number | null; until: string | null };
  onClose: () => void;
}

const BELOW = ['label' as const, 'input' as const, 'description' as const, 'error' as const];

/** The request body. The server reports missing values at their fields. */
const toBody = (values: Draft<typeof orders>) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value === null || (value === '' && key !== 'note') ? undefined : value]),
  );

const orderLabels = (t: TFunction) => ({
  company: t('pages:orders.company'),
  ingredient: t('pages:orders.ingredient'),
  kg: t('pages:orders.kg'),
  price: t('pages:orders.price'),
  from: t('pages:orders.from'),
  to: t('pages:orders.to'),
  note: t('pages:orders.note'),
});

/** Feed that is ordered of a supplier; what all of it costs is shown while it is typed. */
export function OrderModal({ order, offer, onClose }: OrderModalProps) {
  const { t } = useTranslation(['pages', 'core']);
  const { format, today, seesIngredients, feeds } = useFeedForm();
  const companies = useCompanyChoice(order ?? offer ?? null);
  const labels = orderLabels(t);
  const modal = useResourceForm(orders, {
    row: order,
    begins: {
      from: today,
      ...(offer && {
        company: offer.company,
        ingredient: offer.ingredient,
        price: offer.price,
        kg: offer.kg,
        ...(offer.until && { to: offer.until }),
      }),
    },
    bodyOf: toBody,
    validate: { to: (to, { from }) => (to !== '' && to < from ? t('pages:orders.wrong_days') : null) },
    labels,
    show(field, value) {
      if (field === 'company') return companies.rows?.find(({ id }) => id === value)?.name ?? '';
      if (field === 'ingredient') return feeds?.find(({ id }) => id === value)?.name ?? '';
      const kinds = { kg: 'weight', price: 'price', from: 'date', to: 'date', note: 'text' } as const;
      return format.value(kinds[field as keyof typeof kinds], value as string | number | null);
    },
  });
  const { form } = modal;
  const { ingredient, kg, price } = form.values;
  // Received deliveries fix the supplier and the feed.
  const kept = order !== null && order.received > 0;

  return (
    <FormModal
      {...modal}
      size="lg"
      onClose={onClose}
      title={order ? `${order.ingredient_name}, ${order.company_name}` : t('pages:orders.create')}
    >
      {!seesIngredients && <NoIngredientRights />}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {kept ? (
          <>
            <TextInput
              label={labels.company}
              value={order.company_name}
              description={t('pages:orders.kept')}
              inputWrapperOrder={BELOW}
              disabled
            />
            <TextInput label={labels.ingredient} value={order.ingredient_name} disabled />
          </>
        ) : (
          <>
            <CreatableSelect label={labels.company} {...companies} {...form.getInputProps('company')} />
            <FeedSelect
              label={labels.ingredient}
              feeds={feeds}
              value={ingredient}
              onChange={(value) => form.setFieldValue('ingredient', value)}
              error={form.errors.ingredient}
            />
          </>
        )}
        <DecimalInput kind="weight" label={labels.kg} {...form.getInputProps('kg')} />
        <DecimalInput kind="price" label={labels.price} {...form.getInputProps('price')} />
      </SimpleGrid>
      <FeedWorth ingredient={ingredient} price={price} />
      <SumLine label={t('pages:orders.cost')} value={format.money(kg === null || price === null ? null : kg * price)} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {(['from', 'to'] as const).map((day) => (
          <DayInput key={day} label={labels[day]} {...form.getInputProps(day)} />
        ))}
      </SimpleGrid>
      <Textarea label={labels.note} autosize maxLength={1000} {...form.getInputProps('note')} />
    </FormModal>
  );
}
