import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SharedReport } from '#contract/reports/shared-report.ts';
import { conventionsOf } from '#contract/words.ts';
import { LanguageLinks } from '#src/app/auth/language-links.tsx';
import { ClientUnitsContext } from '#src/core/format/client-context.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useWindowTitle } from '#src/core/ui/window-title.ts';
import classes from './board.module.css';
import { BoardGrid } from './board-grid.tsx';

interface SharedBoardProps {
  board: NonNullable<SharedReport['board']>;
  until: string | null;
}

/** A shared board: its tiles without links and controls. */
export function SharedBoard({ board, until }: SharedBoardProps) {
  const { t } = useTranslation(['pages', 'reports', 'core']);
  const { title, author_name, lines, units, clock, tiles, figures } = board;
  useWindowTitle(title);
  const format = useFormat();
  const client = useMemo(() => ({ ...conventionsOf(null, null), units, clock, currency: null, weighs_in_pounds: false }), [units, clock]);
  return (
    <main className={classes.shared}>
      <h1 className={classes.sharedTitle}>{title}</h1>
      <p className={classes.lines}>
        {lines.map(({ label, value }) => (
          <span key={label}>
            {label}: <b>{value}</b>
          </span>
        ))}
      </p>
      <p className={classes.note}>{t('pages:shared.by', { name: author_name, day: format.value('date', until) })}</p>
      <ClientUnitsContext value={client}>
        <BoardGrid tiles={tiles} figures={figures} renderBlock={() => null} links={false} />
      </ClientUnitsContext>
      <LanguageLinks />
    </main>
  );
}
