import { Alert, Button, Group, Modal, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../core/api/api-error.ts';
import { failureText } from '../../core/api/error-text.ts';
import { useStore } from '../../core/api/store.ts';
import { askDiscard } from '../../core/ui/confirm.ts';
import { asked } from '../../core/ui/question.ts';
import { FailedState } from '../../core/ui/states.tsx';
import { toast } from '../../core/ui/toast.ts';
import { useCalibrate, useCalibration } from './calibration.ts';
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
  const questioned = useStore(asked).length > 0;
  const text = typed ?? data?.text ?? '';
  const dirty = typed !== null && typed !== data?.text;

  const close = async () => {
    if (calibrate.isPending || (dirty && !(await askDiscard()))) return;
    onClose();
  };
  const save = async () => {
    try {
      await calibrate.mutateAsync({ id: mixer.id, text });
      toast.success(t('core:toast.saved'));
      onClose();
    } catch {
      // What went wrong stands in the modal.
    }
  };

  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={!questioned}
      size="lg"
      title={t('operations:mixers.calibration_of', { name: mixer.name })}
      closeButtonProps={{ 'aria-label': t('core:actions.close') }}
      styles={{ title: { fontSize: '1.125rem', fontWeight: 600 } }}
    >
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
          {data ? (
            <Textarea
              label={t('operations:mixers.calibration')}
              description={t('operations:mixers.calibration_hint')}
              value={text}
              onChange={(event) => setTyped(event.currentTarget.value)}
              readOnly={readOnly}
              error={data.readable || dirty ? undefined : t('operations:mixers.calibration_unreadable')}
              autosize
              minRows={6}
              maxRows={16}
              styles={{ input: { fontFamily: 'ui-monospace, monospace' } }}
              data-autofocus
            />
          ) : (
            <Skeleton height={190} data-skeleton aria-label={t('core:loading')} />
          )}
          {data?.encrypted && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {t('operations:mixers.encrypted', { text: data.encrypted.length > 45 ? `${data.encrypted.slice(0, 45)}…` : data.encrypted })}
            </Text>
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
    </Modal>
  );
}
