import { Kbd, Paper, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './helpdesk.module.css';

/** On a Mac the command key stands where others have Ctrl. */
const mod = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const SHORTCUTS = [
  { id: 'palette', keys: [mod, 'K'] },
  { id: 'save', keys: ['Enter'] },
  { id: 'close', keys: ['Esc'] },
  { id: 'next', keys: ['Tab'] },
  { id: 'move', keys: ['Space', '↑', '↓'] },
  { id: 'digits', keys: ['0–9', 'Enter'] },
] as const;

/** What the keyboard can do. */
export function Shortcuts() {
  const { t } = useTranslation('helpdesk');
  return (
    <Paper withBorder p="md" className={classes.panel} component="section">
      <Title order={2} size="h4" mb="sm">
        {t('helpdesk:shortcuts_title')}
      </Title>
      <dl className={classes.keys}>
        {SHORTCUTS.map(({ id, keys }) => (
          <div key={id}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{t(`helpdesk:shortcuts.${id}`)}</dd>
          </div>
        ))}
      </dl>
    </Paper>
  );
}
