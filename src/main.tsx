import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import './core/ui/fonts.css';
import './core/ui/base.css';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { SHELL_TEXTS } from '#common/texts/first-texts.ts';
import { App } from './app/app.tsx';
import { whenFound } from './app/router.tsx';
import { isViewing, storedMe } from './core/api/session.ts';
import { startI18n } from './core/i18n/i18n.ts';
import { chosenLanguage, firstLanguage, keepLanguage, LANGUAGE_NAMES } from './core/i18n/languages.ts';
import { drawFirst } from './core/ui/first-look.ts';

const { pathname } = window.location;
/** How long nothing is shown at all, ms. */
const PATIENCE_MS = 250;
const me = isViewing() ? null : storedMe();
// A sign-in from before languages were stored: the account's own.
if (me && !chosenLanguage()) keepLanguage(me.language);
const language = firstLanguage();
// What was laid out in another font would move when its own comes.
const font = document.fonts.load('1em "Inter Variable"', `1 ${LANGUAGE_NAMES[language]}`).catch(() => undefined);
const i18n = await startI18n(language);
await font;
// The page has begun with them. Failing, they are fetched again when they are shown.
if (pathname.startsWith('/app')) i18n.loadNamespaces(SHELL_TEXTS).catch(() => undefined);
// Where the first screen is found soon it is drawn at once and without a pause, in place of a sign that it comes.
await Promise.race([whenFound(), new Promise((enough) => setTimeout(enough, PATIENCE_MS))]);
drawFirst(() => flushSync(() => createRoot(document.getElementById('root')!).render(<App />)));
