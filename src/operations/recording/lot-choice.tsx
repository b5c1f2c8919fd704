import { Button, Group, TextInput, UnstyledButton } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';
import own from './lot-choice.module.css';
import classes from './recording.module.css';
import { canScan, scanCode } from './scan-code.ts';

export interface LotChoiceProps {
  /** The number of the chosen lot; empty if none was chosen. */
  number: string;
  onChoose: (number: string) => void;
}

/** The lot of the feed that is loaded: typed, or scanned from its label. Without a lot, the oldest feed in the store counts as loaded. */
export function LotChoice({ number, onChoose }: LotChoiceProps) {
  const { t } = useTranslation('pages');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <UnstyledButton
        className={classes.place}
        aria-label={[t('pages:lots.lot'), number].filter(Boolean).join(': ')}
        onClick={() => setIsOpen(true)}
      >
        <IconQrcode size={18} aria-hidden />
        <span className={own.lot}>{number || t('pages:lots.lot')}</span>
      </UnstyledButton>
      {isOpen && (
        <LotModal
          number={number}
          onClose={() => setIsOpen(false)}
          onChoose={(chosen) => {
            setIsOpen(false);
            onChoose(chosen);
          }}
        />
      )}
    </>
  );
}

function LotModal({ number, onChoose, onClose }: LotChoiceProps & { onClose: () => void }) {
  const { t } = useTranslation(['pages', 'core']);
  const [typed, setTyped] = useState(number);
  const [isScanning, setIsScanning] = useState(false);
  return (
    <PlainModal onClose={onClose} title={t('pages:lots.lot')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(typed.trim());
        }}
      >
        <TextInput
          data-autofocus
          label={t('pages:lots.lot')}
          description={t('pages:lots.choose_hint')}
          maxLength={100}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {isScanning && <Camera onCode={onChoose} onFail={() => setIsScanning(false)} />}
        <Group mt="md" justify="flex-end">
          {canScan() && !isScanning && (
            <Button variant="default" leftSection={<IconQrcode size={18} aria-hidden />} onClick={() => setIsScanning(true)}>
              {t('pages:lots.scan')}
            </Button>
          )}
          <Button type="submit">{t('core:actions.save')}</Button>
        </Group>
      </form>
    </PlainModal>
  );
}

/** The camera's picture, until it contains a code. */
function Camera({ onCode, onFail }: { onCode: (code: string) => void; onFail: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const handlers = useRef({ onCode, onFail });
  useEffect(() => {
    const stop = new AbortController();
    const { onCode: found, onFail: failed } = handlers.current;
    if (video.current) scanCode(video.current, stop.signal).then((code) => code && found(code), failed);
    return () => stop.abort();
  }, []);
  return <video ref={video} className={own.camera} muted playsInline />;
}
