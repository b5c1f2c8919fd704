import { NumberInput, SegmentedControl, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { type Budget, makeAndFill, type Source } from './queries.ts';

interface MakeModalProps {
  farm: { id: number; name: string };
  /** All budgets of the farm. */
  rows: readonly Budget[];
  /** The draft to fill again; null for a new one. */
  draft: Budget | null;
  year: number;
  onClose: () => void;
  onMade: (id: number) => void;
}

/** Creates a year's budget, or a correction of its approved one, and fills it. */
export function MakeModal({ farm, rows, draft, year, onClose, onMade }: MakeModalProps) {
  const { t } = useTranslation(['pages', 'core', 'reports']);
  const format = useFormat();
  const isApproved = (of: number) => rows.some((row) => row.year === of && row.state === 'approved');
  const form = useForm({
    initialValues: {
      year,
      reason: '',
      source: (draft || !isApproved(year) ? 'facts' : 'none') as Source,
      by: 'group' as 'group' | 'animal_type',
      heads_growth: 0,
      price_growth: 0,
    },
  });
  const { values } = form;
  const corrects = !draft && isApproved(values.year);
  const sources = draft ? (['facts', 'plan'] as const) : (['facts', 'plan', 'none'] as const);
  const save = async ({ year: of, reason, ...fill }: typeof values) => {
    const made = await makeAndFill({ ...(draft ? { id: draft.id } : {}), farm: farm.id, year: of, reason }, fill);
    const months = made.empty_months.map((month) => format.month(`${of}-${String(month).padStart(2, '0')}`)).join(', ');
    if (months) toast.error(t('pages:budget.empty_months', { months }));
    else toast.success(t('pages:budget.made'));
    onMade(made.id);
  };
  return (
    <FormModal
      onClose={onClose}
      form={form}
      title={t(draft ? 'pages:budget.fill' : 'reports:budgets.create')}
      submitLabel={t(draft ? 'pages:budget.fill' : 'reports:budgets.create')}
      save={save}
    >
      {!draft && (
        <NumberInput
          label={t('pages:budget.year')}
          min={2000}
          max={2100}
          hideControls={false}
          {...form.getInputProps('year')}
          onChange={(of) => form.setFieldValue('year', Number(of))}
        />
      )}
      {corrects && <TextInput label={t('pages:budget.reason')} required {...form.getInputProps('reason')} />}
      <Select
        label={t('pages:budget.source')}
        allowDeselect={false}
        data={sources.map((value) => ({
          value,
          label: t(value === 'none' && corrects ? 'pages:budget.sources.approved' : `pages:budget.sources.${value}`),
        }))}
        {...form.getInputProps('source')}
      />
      {values.source !== 'none' && (
        <>
          <SegmentedControl
            aria-label={t('pages:budget.column.unit')}
            data={(['group', 'animal_type'] as const).map((value) => ({ value, label: t(`pages:budget.by.${value}`) }))}
            {...form.getInputProps('by')}
          />
          <SimpleGrid cols={2} style={{ alignItems: 'end' }}>
            <NumberInput
              label={t('pages:budget.heads_growth')}
              min={-100}
              max={1000}
              decimalScale={2}
              suffix=" %"
              {...form.getInputProps('heads_growth')}
            />
            <NumberInput
              label={t('pages:budget.price_growth')}
              min={-100}
              max={1000}
              decimalScale={2}
              suffix=" %"
              {...form.getInputProps('price_growth')}
            />
          </SimpleGrid>
          <Text size="sm" c="dimmed">
            {t(values.source === 'facts' ? 'pages:budget.facts_hint' : 'pages:budget.plan_hint')}
          </Text>
        </>
      )}
    </FormModal>
  );
}
