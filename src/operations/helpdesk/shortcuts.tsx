import { Kbd, Paper, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './helpdesk.module.css';

/** A Mac has the command key instead of Ctrl. */
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The list of keyboard shortcuts. */
export function Shortcuts() {
  const { t } = useTranslation(['helpdesk', 'core']);
  const enter = t('helpdesk:keys.enter');
  const shortcuts = [
    { id: 'palette', keys: [isMac ? '⌘' : t('core:key_control'), 'K'] },
    { id: 'save', keys: [enter] },
    { id: 'close', keys: ['Esc'] },
    { id: 'next', keys: ['Tab'] },
    { id: 'move', keys: [t('helpdesk:keys.space'), '↑', '↓'] },
    { id: 'digits', keys: ['0–9', enter] },
  ] as const;
  return (
    <Paper withBorder p="md" className={classes.panel} component="section">
      <Title order={2} size="h4" mb="sm">
        {t('helpdesk:shortcuts_title')}
      </Title>
      <dl className={classes.keys}>
        {shortcuts.map(({ id, keys }) => (
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
