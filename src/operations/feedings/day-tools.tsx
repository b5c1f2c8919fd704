import { Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCopy, IconFileImport, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { FarmCard } from '#contract/operations/farms.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useFarmPath } from '#src/domain/farm/place.ts';
import classes from './day.module.css';
import { LoadSheetMenu } from './load-sheet-menu.tsx';
import type { ShownWindow } from './schedule-windows.tsx';
import type { Section } from './sections.ts';

interface DayToolsProps {
  farm: FarmCard;
  day: string;
  sections: readonly Section[];
  isEmpty: boolean;
  /** Rows of another day are still shown. */
  isOld: boolean;
  closed: boolean;
  onShow: (shown: ShownWindow) => void;
  /** Choice of the days. */
  children: ReactNode;
}

/** The bar above the day: its days, its sheets, and the ways to add feedings. */
export function DayTools({ farm, day, sections, isEmpty, isOld, closed, onShow, children }: DayToolsProps) {
  const { t } = useTranslation('pages');
  const { can } = useAccess();
  const farmPath = useFarmPath();
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const mayAdd = can('schedule', 'add');
  return (
    <div className={classes.tools}>
      <Group gap="xs">{children}</Group>
      <Group gap="xs" grow={phone} preventGrowOverflow={false} w={phone ? '100%' : undefined}>
        <LoadSheetMenu farm={farm} day={day} sections={sections} disabled={isEmpty || isOld} />
        {mayAdd && (
          <Button component={Link} to={farmPath(farm, '/import')} variant="default" leftSection={<IconFileImport size={16} aria-hidden />}>
            {t('pages:load_import.open')}
          </Button>
        )}
        {mayAdd && (
          <Button
            variant="default"
            leftSection={<IconCopy size={16} aria-hidden />}
            disabled={isEmpty}
            onClick={() => onShow({ what: 'copy' })}
          >
            {t('pages:copy.action')}
          </Button>
        )}
        {mayAdd && !closed && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => onShow({ what: 'create' })}>
            {t('pages:schedule.add')}
          </Button>
        )}
      </Group>
    </div>
  );
}
