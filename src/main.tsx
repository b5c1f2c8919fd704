import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import './core/ui/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startI18n } from './core/i18n/i18n.ts';

// The shell's texts come beside the shell.
const ofShell = window.location.pathname.startsWith('/app') ? ['operations', 'reports', 'admin'] : [];
const i18n = await startI18n(ofShell);
i18n.loadNamespaces(ofShell).catch(() => undefined);
createRoot(document.getElementById('root')!).render(<App />);
