import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ExternalId } from '#contract/external-ids.ts';
import { useSave } from '#src/core/resource/queries.ts';
import { FormModal } from '#src/core/ui/form-modal.tsx';
import { type KnownList, type KnownRow, nameRow } from './kinds.ts';

interface IdsModalProps {
  list: KnownList;
  row: KnownRow;
  readOnly: boolean;
  onClose: () => void;
}

const NEW: ExternalId = { system: '', id: '' };

/** The ids by which other programs know a row. */
export function IdsModal({ list, row, readOnly, onClose }: IdsModalProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const form = useForm<{ external_ids: ExternalId[] }>({
    initialValues: { external_ids: row.external_ids.length > 0 ? row.external_ids : [NEW] },
  });
  const save = useSave(list.resource, {});
  const { external_ids: ids } = form.values;
  return (
    <FormModal
      onClose={onClose}
      form={form}
      readOnly={readOnly}
      title={nameRow(row)}
      save={(values) => {
        const external_ids = values.external_ids.filter(({ system, id }) => system.trim() !== '' || id.trim() !== '');
        return save.mutateAsync({ id: row.id, values: { external_ids, version: row.version } });
      }}
    >
      <Stack gap="xs">
        {ids.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity while they are typed
          <Group key={index} align="flex-start" wrap="nowrap">
            <TextInput
              flex={1}
              label={t('pages:external_ids.system')}
              placeholder="herd.example.com"
              maxLength={200}
              readOnly={readOnly}
              {...form.getInputProps(`external_ids.${index}.system`)}
            />
            <TextInput
              flex={1}
              label={t('pages:external_ids.id')}
              maxLength={200}
              readOnly={readOnly}
              {...form.getInputProps(`external_ids.${index}.id`)}
            />
            {!readOnly && (
              <ActionIcon
                mt={26}
                size="lg"
                variant="subtle"
                color="gray"
                aria-label={t('pages:external_ids.remove')}
                onClick={() => form.removeListItem('external_ids', index)}
              >
                <IconTrash size={18} />
              </ActionIcon>
            )}
          </Group>
        ))}
        {form.errors.external_ids && (
          <Text size="sm" c="red" role="alert">
            {form.errors.external_ids}
          </Text>
        )}
        {!readOnly && (
          <Group>
            <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => form.insertListItem('external_ids', NEW)}>
              {t('pages:external_ids.add')}
            </Button>
          </Group>
        )}
        <Text size="sm" c="dimmed">
          {t('pages:external_ids.hint')}
        </Text>
      </Stack>
    </FormModal>
  );
}
