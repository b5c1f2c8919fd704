import { ActionIcon, TextInput, UnstyledButton } from '@mantine/core';
import { IconBookmarks, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { definedKey } from '#common/texts/keys.ts';
import { isOffered } from '#contract/reports/index.ts';
import type { ReportDefinition } from '#contract/reports/shape.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useAppPath } from '#src/core/api/place.ts';
import { useMe } from '#src/core/api/session.ts';
import { useLanguage } from '#src/core/i18n/use-language.ts';
import { lastUsed } from '#src/core/layout/last-used.ts';
import { matching } from '#src/core/layout/matching.ts';
import { mayOpen } from '#src/core/layout/may-open.ts';
import { PageHeader } from '#src/core/layout/page-header.tsx';
import { QUESTIONS, type Screen } from '#src/core/layout/screen.ts';
import { usePins } from '#src/core/layout/use-pins.ts';
import { NothingFound } from '#src/core/ui/states.tsx';
import classes from './gallery.module.css';

/** All reports by their question; pinned and recent ones come first. */
export function Page({ reports }: { reports: readonly Screen[] }) {
  const { t } = useTranslation(['search', 'reports', 'core']);
  const me = useMe();
  const access = useAccess();
  const language = useLanguage();
  const { pins, toggle } = usePins();
  const [typed, setTyped] = useState('');
  const [used] = useState(() => lastUsed(me.id));

  const getDefinition = ({ props }: Screen) => (props as { definition?: ReportDefinition } | undefined)?.definition;
  const open = reports.filter((screen) => {
    const definition = getDefinition(screen);
    return mayOpen(screen, access) && (!definition || isOffered(definition, language));
  });
  const getTexts = ({ id, title }: Screen) => ({ name: t(title), words: t(definedKey(`search:words.${id}`), { defaultValue: '' }) });
  const pickNamed = (ids: readonly string[]) => ids.flatMap((id) => open.find((one) => one.id === id) ?? []);
  const shelves = typed.trim()
    ? [{ title: t('search:found'), screens: matching(open, typed, getTexts) }]
    : [
        { title: t('search:pinned'), screens: pickNamed(pins) },
        { title: t('search:last_used'), screens: pickNamed(used.filter((id) => !pins.includes(id))) },
        ...QUESTIONS.map((question) => ({
          title: t(`search:questions.${question}`),
          screens: open.filter((one) => one.question === question),
        })),
      ];
  const filled = shelves.filter(({ screens }) => screens.length > 0);

  return (
    <>
      <PageHeader title={t('core:menu.all_reports')} />
      <TextInput
        type="search"
        className={classes.search}
        leftSection={<IconSearch size={18} aria-hidden />}
        aria-label={t('search:report')}
        placeholder={t('search:report')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {filled.length === 0 && <NothingFound onReset={() => setTyped('')} />}
      <div className={classes.shelves}>
        {filled.map(({ title, screens }) => (
          <section key={title} aria-label={title} className={classes.shelf}>
            <h2 className={classes.question}>{title}</h2>
            <ul className={classes.list}>
              {screens.map((screen) => (
                <Report key={screen.id} screen={screen} pinned={pins.includes(screen.id)} onPin={() => void toggle(screen.id)} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

function Report({ screen, pinned, onPin }: { screen: Screen; pinned: boolean; onPin: () => void }) {
  const { t } = useTranslation(['search', 'reports']);
  const path = useAppPath();
  const name = t(screen.title);
  return (
    <li className={classes.report}>
      <UnstyledButton component={Link} to={path(screen.route)} className={classes.link}>
        <screen.icon size={20} stroke={1.6} aria-hidden />
        <span>{name}</span>
      </UnstyledButton>
      <ActionIcon
        variant={pinned ? 'light' : 'subtle'}
        color={pinned ? 'green' : 'gray'}
        size={36}
        aria-pressed={pinned}
        aria-label={t(pinned ? 'search:unpin' : 'search:pin', { name })}
        onClick={onPin}
      >
        <IconBookmarks size={18} aria-hidden />
      </ActionIcon>
    </li>
  );
}
