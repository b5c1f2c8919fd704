import { Fieldset, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { headingKey } from '#common/files/forms/heading-key.ts';
import { FORM_HEADINGS, FORM_TYPES, type FormType, savedReports } from '#contract/operations/blanks.ts';
import { FARM_HEADER_FIELDS, type FarmCard } from '#contract/operations/farms.ts';
import { ingredients } from '#contract/operations/ingredients.ts';
import { isOffered, reports } from '#contract/reports/index.ts';
import { PRICE_BASES } from '#contract/words.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { useList } from '#src/core/resource/queries.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { AccountFields } from './account-fields.tsx';
import { ExtraFields } from './extra-fields.tsx';
import { OrderFields } from './order-fields.tsx';
import { type Blank, type BlankValues, blankValues, sentValues } from './values.ts';

interface BlankModalProps {
  /** null for a new one. */
  blank: Blank | null;
  /** The template that a new one copies. */
  from?: Blank;
  farms: readonly FarmCard[];
  farm: number | null;
  readOnly?: boolean;
  onClose: () => void;
}

const joinText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.values(value).map(joinText).filter(Boolean).join(', ') : String(value ?? '');

interface FieldsProps {
  form: UseFormReturnType<BlankValues>;
  readOnly: boolean;
}

/** The form's own head; an empty field prints that of the farm. */
function HeaderFields({ form, owner, readOnly }: FieldsProps & { owner: FarmCard | undefined }) {
  const { t } = useTranslation(['operations', 'pages']);
  return (
    <>
      <Text size="xs" c="dimmed" mb="xs">
        {t('pages:blanks.header_hint')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {FARM_HEADER_FIELDS.map((field) => (
          <TextInput
            key={field}
            label={t(`operations:fields.${field}`)}
            placeholder={owner?.[field]}
            readOnly={readOnly}
            maxLength={field === 'registration_code' ? 40 : 300}
            {...form.getInputProps(`header.${field}`)}
          />
        ))}
      </SimpleGrid>
    </>
  );
}

function HeadingFields({ form, type, readOnly }: FieldsProps & { type: FormType }) {
  const { t } = useTranslation(['reports', 'pages', 'core']);
  const unit = t(useFormat().unit('weight'));
  const { headings } = form.values.template;
  return (
    <>
      <Text size="xs" c="dimmed" mb="xs">
        {t('pages:blanks.headings_hint')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {FORM_HEADINGS[type].map((key) => (
          <TextInput
            key={key}
            label={t(headingKey(type, key), { unit })}
            readOnly={readOnly}
            maxLength={300}
            {...form.getInputProps(`template.headings.${key}`)}
            value={headings[key] ?? ''}
          />
        ))}
      </SimpleGrid>
    </>
  );
}

/** Edits a farm's form template: its head, its headings and the account codes. */
export function BlankModal({ blank, from, farms, farm, readOnly = false, onClose }: BlankModalProps) {
  const { t } = useTranslation(['operations', 'reports', 'core', 'pages']);
  const labels = {
    name: t('pages:blanks.name'),
    farm: t('pages:blanks.farm'),
    header: t('operations:farms.header'),
    template: t('pages:blanks.headings'),
  };
  const show = (field: keyof BlankValues, value: unknown) =>
    field === 'farm' ? (farms.find(({ id }) => id === value)?.name ?? '–') : joinText(value) || '–';
  const copy = from && { ...blankValues(from, null), name: t('pages:blanks.copy_name', { name: from.name }), version: undefined };
  const modal = useResourceForm<typeof savedReports, BlankValues>(savedReports, {
    row: blank,
    valuesOf: (row) => blankValues(row, farm),
    begins: copy,
    bodyOf: sentValues,
    labels,
    show,
  });
  const { form } = modal;
  const { farm: chosen, report_type } = form.values;
  const language = useLanguage();
  const type = FORM_TYPES.find((one) => one === report_type);
  const types = FORM_TYPES.filter((one) => one === blank?.report_type || isOffered(reports[one], language));
  const ingredientsOfFarm = useList(
    ingredients,
    { farm: chosen ?? undefined, ordering: 'name', page_size: 1000 },
    { enabled: chosen !== null },
  );
  const feeds = new Map((ingredientsOfFarm.data?.rows ?? []).map(({ id, name }) => [String(id), name]));
  return (
    <FormModal {...modal} size="lg" onClose={onClose} readOnly={readOnly} title={blank ? blank.name : t('pages:blanks.create')}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={labels.name} readOnly={readOnly} maxLength={300} {...form.getInputProps('name')} />
        <IdSelect label={labels.farm} rows={farms} readOnly={readOnly} {...form.getInputProps('farm')} />
      </SimpleGrid>
      <Select
        label={t('pages:blanks.type')}
        data={types.map((one) => ({ value: one, label: t(`reports:report.${one}`) }))}
        allowDeselect={false}
        readOnly={readOnly}
        {...form.getInputProps('report_type')}
      />
      <Fieldset legend={labels.header}>
        <HeaderFields form={form} owner={farms.find(({ id }) => id === chosen)} readOnly={readOnly} />
      </Fieldset>
      {type === 'owner_statement' && (
        <Select
          label={t('reports:filter.price_basis')}
          description={t('pages:blanks.price_basis_hint')}
          data={PRICE_BASES.map((basis) => ({ value: basis, label: t(`reports:switch.price_basis.${basis}`) }))}
          allowDeselect={false}
          readOnly={readOnly}
          {...form.getInputProps('template.price_basis')}
        />
      )}
      {type && (
        <>
          <Fieldset legend={labels.template}>
            <HeadingFields form={form} type={type} readOnly={readOnly} />
          </Fieldset>
          <OrderFields form={form} type={type} feeds={feeds} readOnly={readOnly} />
          <ExtraFields form={form} type={type} readOnly={readOnly} />
          <AccountFields form={form} type={type} feeds={feeds} readOnly={readOnly} />
        </>
      )}
    </FormModal>
  );
}
