import { Button, Divider, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SecondFactorForm } from '#src/app/auth/second-factor-form.tsx';
import { api } from '#src/core/api/api.ts';
import { loadMe } from '#src/core/api/auth.ts';
import type { Me } from '#src/core/api/session.ts';
import { useStore } from '#src/core/api/store.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { PlainModal } from '#src/core/ui/plain-modal.tsx';
import { NO_PROOF, ProofFields, proofOf } from '#src/core/ui/proof-fields.tsx';
import { questions } from '#src/core/ui/question.ts';
import { OwnData } from './own-data.tsx';
import { SignIns } from './sign-ins.tsx';

/** Second factor, and the devices where the user is signed in. */
export function SecurityModal({ me, onClose }: { me: Me; onClose: () => void }) {
  const { t } = useTranslation(['core', 'pages']);
  const [step, setStep] = useState<'on' | 'off' | null>(null);
  // Target of the focus after a step, because the focused element disappears.
  const [returned, setReturned] = useState(false);
  const back = () => {
    setStep(null);
    setReturned(true);
  };
  // While a question is open, Esc only answers the question.
  const questioned = useStore(questions).length > 0;
  // The recovery codes are shown only once, so no stray click or key may close the modal.
  const close = () => {
    if (step) void loadMe();
    onClose();
  };

  if (step === 'off') return <TurnOff onClose={back} />;
  return (
    <PlainModal
      onClose={close}
      closeOnClickOutside={step === null}
      closeOnEscape={step === null && !questioned}
      size="lg"
      title={t(step === 'on' ? 'core:auth.second_factor.title' : 'core:security.title')}
    >
      {step === 'on' ? (
        <SecondFactorForm
          onDone={() => {
            back();
            void loadMe();
          }}
        />
      ) : (
        <Stack>
          <Group justify="space-between" gap="sm">
            <div>
              <Text fw={600}>{t('core:auth.second_factor.title')}</Text>
              <Text size="sm" c="dimmed">
                {t(me.second_factor ? 'pages:security.second_factor.on' : 'pages:security.second_factor.off')}
              </Text>
            </div>
            {me.second_factor ? (
              <Button data-autofocus={returned || undefined} autoFocus={returned} variant="default" onClick={() => setStep('off')}>
                {t('pages:security.second_factor.turn_off')}
              </Button>
            ) : (
              <Button data-autofocus={returned || undefined} autoFocus={returned} onClick={() => setStep('on')}>
                {t('pages:security.second_factor.turn_on')}
              </Button>
            )}
          </Group>
          <Divider />
          <SignIns />
          <Divider />
          <OwnData />
        </Stack>
      )}
    </PlainModal>
  );
}

function TurnOff({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['core', 'pages']);
  const form = useForm({ initialValues: NO_PROOF });
  const save = async (values: typeof NO_PROOF) => {
    await api.post('auth/second-factor/off/', { body: proofOf(values) });
    await loadMe();
  };
  return (
    <FormModal
      onClose={onClose}
      title={t('core:auth.second_factor.title')}
      form={form}
      save={save}
      submitLabel={t('pages:security.second_factor.turn_off')}
    >
      <ProofFields input={(name) => form.getInputProps(name)} />
    </FormModal>
  );
}
