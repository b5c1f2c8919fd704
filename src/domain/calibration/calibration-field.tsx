import { Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Calibration } from './calibration.ts';

interface CalibrationFieldProps {
  /** The decrypted value; undefined for a new one. */
  known: Calibration | undefined;
  /** null until something is typed. */
  typed: string | null;
  onChange: (text: string) => void;
  readOnly?: boolean;
  error?: ReactNode;
}

const SHOWN = 45;

/** A calibration's text, with its encrypted value below. */
export function CalibrationField({ known, typed, onChange, readOnly = false, error }: CalibrationFieldProps) {
  const { t } = useTranslation('pages');
  const unreadable = known && !known.readable && typed === null ? t('pages:calibration.unreadable') : undefined;
  const encrypted = known?.encrypted;
  return (
    <>
      <Textarea
        label={t('pages:calibration.label')}
        description={t('pages:calibration.hint')}
        value={typed ?? known?.text ?? ''}
        onChange={(event) => onChange(event.currentTarget.value)}
        readOnly={readOnly}
        error={error ?? unreadable}
        autosize
        minRows={6}
        maxRows={16}
        styles={{ input: { fontFamily: 'ui-monospace, monospace' } }}
        data-autofocus
      />
      {encrypted && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('pages:calibration.encrypted', { text: encrypted.length > SHOWN ? `${encrypted.slice(0, SHOWN)}…` : encrypted })}
        </Text>
      )}
    </>
  );
}
