import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileName } from '#common/files/file-name.ts';
import type { Range } from '#contract/periods.ts';
import { send } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { toast } from '#src/core/ui/toast.ts';
import { type Bar, toQuery } from './bar.ts';
import { type BoardKey, toBoardPath } from './queries.ts';

/** Time in ms in which the server makes the file of a year. */
const PATIENCE = 120_000;

interface PdfButtonProps {
  board: BoardKey;
  title: string;
  bar: Bar;
  /** The days of the figures, for the file's name. */
  days: Range;
}

/** Saves the board as PDF, with the figures that its viewer may see. */
export function PdfButton({ board, title, bar, days: { after, before } }: PdfButtonProps) {
  const { t } = useTranslation(['boards', 'core']);
  const { language, units, clock } = useFormat();
  const [making, setMaking] = useState(false);
  const save = async () => {
    setMaking(true);
    try {
      const query = { ...toQuery(bar), language, units, clock };
      const file = await (await send('GET', `${toBoardPath(board)}/file/`, { query, timeout: PATIENCE })).blob();
      const { download } = await import('#src/core/export/run.ts');
      download(file, fileName(title, after, before, 'pdf'));
    } catch (error) {
      toast.error(failureText(t, error));
    } finally {
      setMaking(false);
    }
  };
  return (
    <Button variant="default" loading={making} leftSection={<IconFileTypePdf size={16} aria-hidden />} onClick={save}>
      {t('boards:pdf')}
    </Button>
  );
}
