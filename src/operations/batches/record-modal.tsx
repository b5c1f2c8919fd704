import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconDeviceFloppy, IconEqual } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BatchRow, batches } from '#contract/operations/batches.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { Deviation } from '#src/domain/plan/deviation.tsx';
import { BATCH_VIEWS } from './views.ts';

const toValues = (batch: BatchRow) => ({
  items: batch.items.map(({ ingredient, weight_fact }) => ({ ingredient, weight_fact })),
  version: batch.version,
});
type Values = ReturnType<typeof toValues>;

const sum = (items: Values['items']) => items.reduce((total, { weight_fact }) => total + (weight_fact ?? 0), 0);

/** Records the actual weights by ingredient: saved for later, or completed, which moves stock. */
export function RecordModal({ farm, batch, onClose }: { farm: number; batch: BatchRow; onClose: () => void }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const unit = t(format.unit('weight'));
  const [keeping, setKeeping] = useState(false);
  const form = useForm({
    initialValues: toValues(batch),
    validate: { items: { weight_fact: (kg) => (kg === null ? t('core:errors.required') : null) } },
  });
  const { items } = form.values;

  const report = async (status: 'in_process' | 'loaded', values: Values) => {
    const known = values.items.filter(({ weight_fact }) => weight_fact !== null);
    await api.post(`${batches.path}/${batch.id}/load/`, { body: { status, items: known, version: values.version }, farm });
    toast.success(t(status === 'loaded' ? 'pages:kkz.finished' : 'pages:kkz.kept'));
    await refresh(...BATCH_VIEWS);
  };
  const saveFacts = async () => {
    setKeeping(true);
    try {
      await report('in_process', form.values);
      form.resetDirty();
      onClose();
    } catch (error) {
      toast.error(failureText(t, error));
    } finally {
      setKeeping(false);
    }
  };
  const asPlanned = () =>
    form.setFieldValue(
      'items',
      items.map((item, index) => ({ ...item, weight_fact: item.weight_fact ?? batch.items[index]!.weight_plan })),
    );

  return (
    <FormModal
      size="lg"
      onClose={onClose}
      form={form}
      title={t('pages:kkz.record_of', { name: batch.recipe_name })}
      submitLabel={t('pages:kkz.finish')}
      save={(values) => report('loaded', values)}
      conflict={{
        labels: { items: t('pages:kkz.facts') },
        load: async () => toValues((await api.get<BatchRow>(`${batches.path}/${batch.id}/`, { farm })).data),
        show: (_, value) => (value as Values['items']).map(({ weight_fact }) => format.value('weight', weight_fact)).join(' · '),
      }}
    >
      <Text c="dimmed">{t('pages:kkz.record_hint')}</Text>
      <Stack gap="sm">
        {batch.items.map(({ ingredient, ingredient_name, weight_plan }, index) => (
          <DecimalInput
            key={ingredient}
            kind="weight"
            size="md"
            label={ingredient_name}
            description={t('pages:kkz.of_plan', { weight: format.value('weight', weight_plan), unit })}
            {...form.getInputProps(`items.${index}.weight_fact`)}
          />
        ))}
      </Stack>
      <Group justify="space-between">
        <Text>
          {t('pages:kkz.total')}: <b>{format.value('weight', sum(items))}</b> {unit} {/* Nothing is missing before it was begun. */}
          {items.some(({ weight_fact }) => weight_fact !== null) && <Deviation plan={batch.weight_plan} fact={sum(items)} tolerance={0} />}
        </Text>
        <Group gap="xs">
          <Button variant="subtle" leftSection={<IconEqual size={16} aria-hidden />} onClick={asPlanned}>
            {t('pages:kkz.as_planned')}
          </Button>
          <Button
            variant="default"
            loading={keeping}
            leftSection={<IconDeviceFloppy size={16} aria-hidden />}
            onClick={() => void saveFacts()}
          >
            {t('pages:kkz.keep')}
          </Button>
        </Group>
      </Group>
    </FormModal>
  );
}
