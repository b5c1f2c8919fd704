import { Divider, PasswordInput, SimpleGrid, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { phoneOf } from '#contract/phone.ts';
import type { Conventions } from '#contract/words.ts';
import { saveMe } from '#src/core/api/auth.ts';
import type { Me } from '#src/core/api/session.ts';
import { ConventionFields, chosen, conventionValues } from '#src/core/ui/convention-fields.tsx';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { checkNewPassword } from '#src/core/ui/new-password.ts';
import { NO_PROOF, ProofFields, proofOf } from '#src/core/ui/proof-fields.tsx';
import { toast } from '#src/core/ui/toast.ts';

/** Form for the signed-in user's own data and password. */
export function ProfileModal({ me, onClose }: { me: Me; onClose: () => void }) {
  const { t } = useTranslation(['core', 'pages']);
  const signsInOtherwise = (email: string, phone: string) => email.trim().toLowerCase() !== me.email || phoneOf(phone) !== me.phone;
  const form = useForm({
    initialValues: {
      first_name: me.first_name,
      last_name: me.last_name,
      email: me.email,
      phone: me.phone,
      about: me.about,
      ...conventionValues(me),
      client_conventions: conventionValues(me.client_conventions ?? {}),
      ...NO_PROOF,
      new_password: '',
      repeat_password: '',
    },
    validate: ({ password, new_password, repeat_password, email, phone }) => ({
      ...(new_password || repeat_password ? checkNewPassword(t, new_password, repeat_password) : {}),
      ...(!password && (new_password || repeat_password || signsInOtherwise(email, phone)) ? { password: t('core:errors.required') } : {}),
    }),
  });
  const needsProof = signsInOtherwise(form.values.email, form.values.phone);
  const eye = { visibilityToggleButtonProps: { 'aria-label': t('core:auth.show_password') } };

  const owns = me.user_type === 'client';
  const save = async ({
    password,
    code,
    new_password,
    repeat_password: _,
    units,
    clock,
    week_start,
    client_conventions,
    ...values
  }: typeof form.values) => {
    const own = chosen({ units, clock, week_start });
    await saveMe({
      ...values,
      ...own,
      ...(owns && form.isDirty('client_conventions') ? { client_conventions } : {}),
      ...(password ? proofOf({ password, code }) : {}),
      ...(new_password ? { new_password } : {}),
    });
    toast.success(t('core:toast.saved'));
  };

  return (
    <FormModal onClose={onClose} title={t('core:profile.title')} form={form} save={save}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={t('core:fields.first_name')} autoComplete="given-name" {...form.getInputProps('first_name')} />
        <TextInput label={t('core:fields.last_name')} autoComplete="family-name" {...form.getInputProps('last_name')} />
        <TextInput label={t('core:fields.email')} type="email" autoComplete="email" {...form.getInputProps('email')} />
        <TextInput label={t('core:fields.phone')} type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
      </SimpleGrid>
      <Textarea label={t('core:fields.about')} autosize minRows={2} maxRows={6} {...form.getInputProps('about')} />
      <Divider label={t('pages:conventions.title')} labelPosition="left" />
      <ConventionFields
        input={(name) => form.getInputProps(name)}
        otherwise={t('pages:conventions.as_client')}
        inherited={owns ? (form.values.client_conventions as Conventions) : me.client_conventions}
      />
      {owns && (
        <>
          <Divider label={t('pages:conventions.client')} labelPosition="left" />
          <ConventionFields input={(name) => form.getInputProps(`client_conventions.${name}`)} />
          <Text size="xs" c="dimmed">
            {t('pages:conventions.client_hint')}
          </Text>
        </>
      )}
      <Divider label={t('core:auth.password.title')} labelPosition="left" />
      <ProofFields input={(name) => form.getInputProps(name)} description={needsProof ? t('core:profile.proof') : undefined} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <PasswordInput {...eye} label={t('core:fields.new_password')} autoComplete="new-password" {...form.getInputProps('new_password')} />
        <PasswordInput
          {...eye}
          label={t('core:fields.repeat_password')}
          autoComplete="new-password"
          {...form.getInputProps('repeat_password')}
        />
      </SimpleGrid>
    </FormModal>
  );
}
