import { Checkbox, Fieldset, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FORM_EXTRAS, type FormExtra, type FormType } from '#contract/operations/blanks.ts';
import type { BlankValues } from './values.ts';

interface ExtraFieldsProps {
  form: UseFormReturnType<BlankValues>;
  type: FormType;
  readOnly: boolean;
}

/** Optional parts of the form, and the name of the worker in charge. */
export function ExtraFields({ form, type, readOnly }: ExtraFieldsProps) {
  const { t } = useTranslation(['operations', 'pages']);
  const offered: readonly FormExtra[] = FORM_EXTRAS[type];
  const { extras } = form.values.template;
  if (offered.length === 0) return null;
  return (
    <Fieldset legend={t('pages:blanks.extras')}>
      <Text size="xs" c="dimmed" mb="xs">
        {t('pages:blanks.extras_hint')}
      </Text>
      <Stack gap="xs">
        {offered.map((extra) => (
          <Checkbox
            key={extra}
            label={t(`pages:form.extra.${extra}`)}
            checked={extras.includes(extra)}
            disabled={readOnly}
            onChange={({ currentTarget: { checked } }) =>
              form.setFieldValue(
                'template.extras',
                offered.filter((one) => (one === extra ? checked : extras.includes(one))),
              )
            }
          />
        ))}
        {extras.includes('worker') && (
          <TextInput
            aria-label={t('pages:form.extra.worker')}
            readOnly={readOnly}
            maxLength={300}
            {...form.getInputProps('template.worker')}
          />
        )}
      </Stack>
    </Fieldset>
  );
}
