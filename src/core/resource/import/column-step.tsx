import { Button, Group, Text } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportSpec, ListFile } from '#src/core/resource/list-file.ts';
import type { CheckedFile } from './checked-file.ts';
import { ColumnMeanings } from './column-meanings.tsx';
import type { ColumnChoices } from './remembered-columns.ts';

interface ColumnStepProps {
  file: ListFile;
  imports: ImportSpec;
  checked: CheckedFile;
  onApply: (choices: ColumnChoices) => void;
}

/** The columns of a file with their meanings, which can be changed. A note marks meanings that an earlier file set. */
export function ColumnStep({ file, imports, checked, onApply }: ColumnStepProps) {
  const { t } = useTranslation('import');
  const [isOpen, setIsOpen] = useState(false);
  const { content, choices, isRemembered } = checked;
  return (
    <>
      <Group gap="xs" justify="space-between">
        <Text size="sm" role="status">
          {isRemembered ? t('import:mapping.remembered') : ''}
        </Text>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconColumns size={16} aria-hidden />}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('import:mapping.title')}
        </Button>
      </Group>
      {isOpen && <ColumnMeanings file={file} imports={imports} open={{ meanings: content.meanings, choices }} onApply={onApply} />}
    </>
  );
}
