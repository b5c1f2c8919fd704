import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#src/core/api/error-text.ts';
import { discardWord, retryWord } from './queue.ts';
import type { WaitingWord } from './waiting-words.ts';

/** Entries that the server refused, with the reason, until a person decides. */
export function RefusedWords({ words }: { words: readonly WaitingWord[] }) {
  const { t } = useTranslation(['core', 'pages']);
  return words.map(
    ({ id, name, refused }) =>
      refused && (
        <Alert key={id} color="red" variant="light" role="alert" icon={<IconAlertTriangle size={20} aria-hidden />} title={name}>
          <Stack gap="xs">
            <Text>{errorText(t, refused)}</Text>
            <Group gap="xs">
              <Button onClick={() => retryWord(id)}>{t('core:actions.retry')}</Button>
              <Button variant="default" onClick={() => discardWord(id)}>
                {t('pages:recording.discard')}
              </Button>
            </Group>
          </Stack>
        </Alert>
      ),
  );
}
