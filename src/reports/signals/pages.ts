/** The screens of signals load together, because users of one also open the others. */
export { RulesPage } from '#src/reports/signal-rules/page.tsx';
export { SignalsPage } from './page.tsx';
export { SignalPage } from './signal-page.tsx';
