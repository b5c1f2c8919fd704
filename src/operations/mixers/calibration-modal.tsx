import { Alert, Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CatalogueRow } from '#contract/operations/mixer-catalogue.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useStore } from '#src/core/api/store.ts';
import { askDiscard } from '#src/core/ui/confirm.ts';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';
import { questions } from '#src/core/ui/question.ts';
import { FailedState } from '#src/core/ui/states.tsx';
import { toast } from '#src/core/ui/toast.ts';
import { readCalibration } from '#src/domain/calibration/calibration.ts';
import { CalibrationField } from '#src/domain/calibration/calibration-field.tsx';
import { useCalibrate, useCalibration } from './calibration.ts';
import { encryptedOf, useCatalogue } from './catalogue.ts';
import { CatalogueSelect } from './catalogue-select.tsx';
import type { Mixer } from './columns.ts';

interface CalibrationModalProps {
  mixer: Mixer;
  readOnly: boolean;
  onClose: () => void;
}

/** A mixer's calibration, readable in this browser alone. */
export function CalibrationModal({ mixer, readOnly, onClose }: CalibrationModalProps) {
  const { t } = useTranslation(['operations', 'core']);
  const { data, error, refetch } = useCalibration(mixer.id);
  const calibrate = useCalibrate();
  const [typed, setTyped] = useState<string | null>(null);
  const catalogue = useCatalogue(!readOnly);
  const [chosen, setChosen] = useState<number | null>(null);
  const questioned = useStore(questions).length > 0;
  const text = typed ?? data?.text ?? '';
  const dirty = typed !== null && typed !== data?.text;

  const close = async () => {
    if (calibrate.isPending || (dirty && !(await askDiscard()))) return;
    onClose();
  };
  const chooseRow = async (row: CatalogueRow | null) => {
    setChosen(row?.id ?? null);
    if (!row) return setTyped(null);
    try {
      const { readable, text: value } = await readCalibration(await encryptedOf(row.id));
      if (readable) return setTyped(value);
      setChosen(null);
      toast.error(value);
    } catch (failure) {
      setChosen(null);
      toast.error(failureText(t, failure));
    }
  };
  const save = async () => {
    try {
      await calibrate.mutateAsync({ id: mixer.id, text });
      toast.success(t('core:toast.saved'));
      onClose();
    } catch {
      // The modal shows the error.
    }
  };

  return (
    <PlainModal onClose={close} closeOnEscape={!questioned} size="lg" title={t('operations:mixers.calibration_of', { name: mixer.name })}>
      {error && !data ? (
        <FailedState error={error} onRetry={refetch} />
      ) : (
        <Stack>
          {calibrate.error && (
            <Alert
              color="red"
              variant="light"
              role="alert"
              icon={<IconAlertTriangle size={18} aria-hidden />}
              title={t('operations:mixers.calibration_failed')}
            >
              {calibrate.error instanceof ApiError ? failureText(t, calibrate.error) : calibrate.error.message}
            </Alert>
          )}
          {!readOnly && <CatalogueSelect rows={catalogue} value={chosen} onChange={(row) => void chooseRow(row)} disabled={!data} />}
          {data ? (
            <CalibrationField known={data} typed={typed} onChange={setTyped} readOnly={readOnly} />
          ) : (
            <Skeleton height={190} data-skeleton aria-label={t('core:loading')} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t(readOnly ? 'core:actions.close' : 'core:actions.cancel')}
            </Button>
            {!readOnly && (
              <Button onClick={save} loading={calibrate.isPending} disabled={!dirty || text.trim() === ''}>
                {t('core:actions.save')}
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </PlainModal>
  );
}
