import { Button, Menu } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FarmCard } from '#contract/operations/farms.ts';
import { useClientInView } from '#src/core/format/client-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { toast } from '#src/core/ui/toast.ts';
import { loadSheetInput, type Round, roundsOf } from './load-sheets.ts';
import type { Section } from './sections.ts';

interface LoadSheetMenuProps {
  farm: FarmCard;
  day: string;
  sections: readonly Section[];
  disabled: boolean;
}

/** Prints the day's sheets, all or of one period and mixer, for people without a terminal. */
export function LoadSheetMenu({ farm, day, sections, disabled }: LoadSheetMenuProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat({ timezone: farm.timezone });
  const client = useClientInView();
  const [busy, setBusy] = useState(false);
  const rounds = roundsOf(sections);
  const save = async (chosen: readonly Round[]) => {
    setBusy(true);
    try {
      const [{ loadSheetPdf }, { download }, { fileName }] = await Promise.all([
        import('#common/files/load-sheets/load-sheet-pdf.ts'),
        import('#src/core/export/run.ts'),
        import('#common/files/file-name.ts'),
      ]);
      const input = loadSheetInput({ farm, day, client, rounds: chosen, t, format });
      const bytes = await loadSheetPdf(input);
      download(new Blob([bytes], { type: 'application/pdf' }), fileName(`${input.title} ${farm.name}`, day, day, 'pdf', client));
    } catch {
      toast.error(t('pages:load_sheet.failed'));
    } finally {
      setBusy(false);
    }
  };
  const saveLines = async () => {
    setBusy(true);
    try {
      const [{ feedLinesInput }, { download, startExport }, { fileName }] = await Promise.all([
        import('./feed-lines.ts'),
        import('#src/core/export/run.ts'),
        import('#common/files/file-name.ts'),
      ]);
      const input = feedLinesInput(
        rounds.flatMap(({ schedules }) => schedules),
        format,
        t,
      );
      download(await startExport('csv', input).promise, fileName(`${input.title} ${farm.name}`, day, day, 'csv', client));
    } catch {
      toast.error(t('pages:load_sheet.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconFileTypePdf size={16} aria-hidden />} disabled={disabled} loading={busy}>
          {t('pages:load_sheet.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save(rounds)}>{t('pages:load_sheet.whole_day')}</Menu.Item>
        <Menu.Item onClick={() => void saveLines()}>{t('pages:load_sheet.feed_lines')}</Menu.Item>
        {rounds.length > 1 && <Menu.Divider />}
        {rounds.length > 1 &&
          rounds.map((round) => (
            <Menu.Item key={round.key} onClick={() => void save([round])}>
              {round.section.name ?? t('operations:planning.by_hand')} · {round.mixer}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  );
}
