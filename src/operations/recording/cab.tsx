import { ActionIcon, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFillsWindow } from '#src/core/layout/use-fills-window.ts';
import classes from './recording.module.css';
import { SyncState } from './sync-state.tsx';

interface CabProps {
  title: string;
  back: string;
  children: ReactNode;
  /** True if nothing is left to record: the rest of the program is shown again. */
  over?: boolean;
  /** Buttons of the bar. */
  actions?: ReactNode;
  /** True if the work needs the whole width. */
  isWide?: boolean;
  /** Shown below, or at the side on wide screens. */
  list?: ReactNode;
}

/** Uses the whole window: the name, one line with the state of sending, and the work. */
export function Cab({ title, back, children, over = false, actions, isWide = false, list }: CabProps) {
  const { t } = useTranslation(['operations', 'pages']);
  useFillsWindow(!over);
  return (
    <div className={classes.cab} data-wide={isWide || undefined}>
      <div className={classes.first}>
        <header className={classes.bar}>
          <ActionIcon component={Link} to={back} variant="default" size={48} aria-label={t('pages:recording.back')}>
            <IconArrowLeft size={20} aria-hidden />
          </ActionIcon>
          <div className={classes.title}>
            <Title order={1} title={title}>
              {title}
            </Title>
            <SyncState />
          </div>
          {actions}
        </header>
        {children}
      </div>
      {list}
    </div>
  );
}
