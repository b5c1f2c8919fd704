import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UnmatchedName } from '#contract/imports.ts';
import { fileColumns, type ListFile } from '#src/core/resource/list-file.ts';
import type { CheckedFile } from './checked-file.ts';
import { NameMatching } from './name-matching.tsx';
import type { useImport } from './use-import.ts';

interface NameStepProps {
  file: ListFile;
  checked: CheckedFile;
  importing: Pick<ReturnType<typeof useImport>, 'stage' | 'picks' | 'pick' | 'checkAgain'>;
}

/** The names of a file that need a row, with the button that checks the file again. */
export function NameStep({ file, checked, importing: { stage, picks, pick, checkAgain } }: NameStepProps) {
  const { t } = useTranslation(['import', 'core']);
  const columns = fileColumns(file, t);
  const getLabel = ({ places: [place = ''] }: UnmatchedName) => {
    const field = `${place.split('.').at(-1)}_name`;
    return columns.find(({ key }) => key === field)?.label ?? t('import:match.name');
  };
  return (
    <>
      <NameMatching names={checked.names} picks={picks} getLabel={getLabel} onPick={(name, id) => pick(checked, name, id)} />
      <Group justify="flex-end">
        <Button variant="default" disabled={stage !== 'preview'} onClick={() => checkAgain(checked)}>
          {t('import:match.check')}
        </Button>
      </Group>
    </>
  );
}
