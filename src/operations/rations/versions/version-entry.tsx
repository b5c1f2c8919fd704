import { Badge, Button, Checkbox, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#src/core/format/use-format.ts';
import { recipeText } from '#src/operations/history/nested-text.ts';
import classes from './versions.module.css';
import type { RationVersion } from './versions.ts';

interface VersionEntryProps {
  version: RationVersion;
  current: boolean;
  chosen: boolean;
  /** True if there is no other version to compare. */
  single: boolean;
  onChoose: (on: boolean) => void;
  onRestore?: (when: string) => void;
}

export function VersionEntry({ version, current, chosen, single, onChoose, onRestore }: VersionEntryProps) {
  const { t } = useTranslation(['operations', 'core', 'pages']);
  const format = useFormat({ timezone: version.timezone });
  const when = format.value('datetime', version.at);
  return (
    <li className={classes.entry} data-chosen={chosen || undefined}>
      {!single && (
        <Checkbox
          checked={chosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
          aria-label={t('pages:rations.compare_version', { when })}
        />
      )}
      <div className={classes.words}>
        <div>
          <b>{when}</b> <span className={classes.user}>{version.user_name}</span>{' '}
          {current && <Badge variant="light">{t('pages:rations.current')}</Badge>}
        </div>
        {version.reason && <Text size="sm">{version.reason}</Text>}
        <Text size="xs" c="dimmed">
          {recipeText(version.ration.items, format)}
        </Text>
      </div>
      {onRestore && (
        <Button size="compact-sm" variant="default" leftSection={<IconArrowBackUp size={14} aria-hidden />} onClick={() => onRestore(when)}>
          {t('pages:rations.restore')}
        </Button>
      )}
    </li>
  );
}
