import { Button, SegmentedControl, SimpleGrid, Skeleton, Textarea, TextInput } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayAt } from '#common/format/clock.ts';
import { DeliveryType } from '#contract/operations/deliveries.ts';
import { deliveryDocuments } from '#contract/operations/delivery-documents.ts';
import { NoIngredientRights } from '#src/core/access/notices.tsx';
import { useAccess } from '#src/core/access/use-access.ts';
import { useCurrentFarm } from '#src/core/format/farm-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import { CreatableSelect } from '#src/core/resource/creatable-select.tsx';
import { refresh, useRow } from '#src/core/resource/queries.ts';
import { useResourceForm } from '#src/core/resource/use-resource-form.ts';
import { DecimalInput } from '#src/core/ui/decimal-input.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { IdSelect } from '#src/core/ui/id-select.tsx';
import { useLiteIngredients } from '#src/domain/stock/choices.ts';
import { useCompanyChoice } from '#src/domain/stock/company-choice.ts';
import { MomentInput } from '#src/domain/stock/moment-input.tsx';
import { useTimezoneOf } from '#src/domain/stock/timezone.ts';
import { Files } from '#src/domain/stored-files/files.tsx';
import { sendFiles } from '#src/domain/stored-files/send-files.ts';
import { demandUsualLines } from './ask-lines.ts';
import { DocumentLines } from './document-lines.tsx';
import { withoutOrders } from './lines.ts';
import { Paper } from './paper.tsx';
import { Sums } from './sums.tsx';
import { type DeliveryDocument, documentBody, documentValues } from './values.ts';

interface DocumentModalProps {
  /** undefined for a new one. */
  id?: number | undefined;
  readOnly?: boolean;
  onClose: () => void;
}

/** A delivery or sale like its paper document, with several feeds. */
export function DocumentModal({ id, readOnly = false, onClose }: DocumentModalProps) {
  const row = useRow(deliveryDocuments, id);
  if (id !== undefined && !row.data) return row.isError ? null : <Skeleton height={1} />;
  return <DocumentForm document={row.data ?? null} readOnly={readOnly} onClose={onClose} />;
}

function DocumentForm({ document, readOnly, onClose }: { document: DeliveryDocument | null; readOnly: boolean; onClose: () => void }) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat();
  const { can } = useAccess();
  const current = useCurrentFarm();
  const [chosen, setChosen] = useState<File[]>([]);
  const [sent, setSent] = useState<number | null>(null);
  const labels = {
    delivery_type: t('operations:deliveries.type'),
    farm: t('operations:deliveries.farm'),
    number: t('pages:delivery_documents.number'),
    company: t('operations:deliveries.company'),
    delivered_at: t('operations:deliveries.delivered_at'),
    vat_percent: t('pages:delivery_documents.vat'),
    gross_weight: t('pages:delivery_documents.gross'),
    tare_weight: t('pages:delivery_documents.tare'),
    paper_total: t('pages:delivery_documents.paper_total'),
    note: t('operations:deliveries.note'),
    lines: t('pages:delivery_documents.lines'),
  };
  const lineLabels = {
    value: t('operations:deliveries.weight'),
    price: t('operations:deliveries.price'),
    dry_matter: t('operations:deliveries.dry_matter'),
  };
  const modal = useResourceForm(deliveryDocuments, {
    row: document,
    valuesOf: documentValues,
    begins: { farm: current?.id ?? null },
    bodyOf: documentBody,
    touches: [{ id: 'deliveries' }, { id: 'orders' }, { id: 'ingredients' }, { id: 'stocks' }],
    labels,
  });
  const { form } = modal;
  const { values } = form;
  const { data: farms } = useFarms();
  const seesIngredients = can('ingredient', 'view');
  const { data: feeds } = useLiteIngredients(values.farm ?? undefined, seesIngredients && values.farm !== null);
  const timezone = useTimezoneOf(values.farm);
  const save = async (all: typeof values) => {
    await demandUsualLines(all, { feeds: feeds ?? [], labels: lineLabels, format });
    const saved = await modal.save(all);
    if (chosen.length === 0) return;
    try {
      await sendFiles(deliveryDocuments, saved.id, chosen, setSent);
      setChosen([]);
    } finally {
      setSent(null);
      await refresh(deliveryDocuments);
    }
  };
  const companies = useCompanyChoice(document);

  return (
    <FormModal
      {...modal}
      size="60rem"
      onClose={onClose}
      readOnly={readOnly}
      title={document ? `${t('pages:delivery_documents.title')} ${document.number}` : t('pages:delivery_documents.create')}
      save={save}
    >
      <fieldset disabled={readOnly} style={{ display: 'contents' }}>
        <SegmentedControl
          fullWidth
          aria-label={labels.delivery_type}
          data={DeliveryType.options.map((type) => ({ value: type, label: t(`operations:deliveries.types.${type}`) }))}
          value={values.delivery_type}
          onChange={(type) => form.setValues({ delivery_type: type as typeof values.delivery_type, lines: withoutOrders(values.lines) })}
        />
        {!seesIngredients && <NoIngredientRights />}
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
          <TextInput label={labels.number} maxLength={60} {...form.getInputProps('number')} />
          <CreatableSelect
            label={t(values.delivery_type === 'delivery' ? 'pages:deliveries.supplier' : 'pages:deliveries.buyer')}
            {...companies}
            clearable
            value={values.company}
            onChange={(company) => form.setValues({ company, lines: withoutOrders(form.getValues().lines) })}
            error={form.errors.company}
          />
          <IdSelect
            label={labels.farm}
            rows={farms}
            searchable={false}
            value={values.farm}
            onChange={(farm) => form.setFieldValue('farm', farm)}
            error={form.errors.farm}
          />
          <MomentInput
            label={labels.delivered_at}
            placeholder={t('pages:deliveries.now')}
            timezone={timezone}
            {...form.getInputProps('delivered_at')}
          />
        </SimpleGrid>
        <DocumentLines
          lines={values.lines}
          feeds={feeds ?? []}
          supplier={values.delivery_type === 'delivery' ? values.company : null}
          brings={values.delivery_type === 'delivery'}
          day={dayAt(values.delivered_at ?? new Date(), timezone)}
          onChange={(lines) => form.setFieldValue('lines', lines)}
          errors={form.errors}
          readOnly={readOnly}
        />
        <SimpleGrid cols={{ base: 2, md: 4 }}>
          <DecimalInput kind="percent" max={100} label={labels.vat_percent} {...form.getInputProps('vat_percent')} />
          <DecimalInput kind="ratio" unit={format.unitValues.currency} label={labels.paper_total} {...form.getInputProps('paper_total')} />
          <DecimalInput kind="weight" label={labels.gross_weight} {...form.getInputProps('gross_weight')} />
          <DecimalInput kind="weight" label={labels.tare_weight} {...form.getInputProps('tare_weight')} />
        </SimpleGrid>
        <Sums values={values} />
        <Textarea label={labels.note} autosize maxLength={1000} {...form.getInputProps('note')} />
        <Files
          resource={deliveryDocuments}
          row={document?.id}
          kept={document?.files ?? []}
          chosen={chosen}
          onChoose={setChosen}
          sent={sent}
          readOnly={readOnly}
        />
      </fieldset>
      {document && (
        <>
          <Button
            variant="subtle"
            color="gray"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('pages:delivery_documents.print')}
          </Button>
          <Paper document={document} />
        </>
      )}
    </FormModal>
  );
}
