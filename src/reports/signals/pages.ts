/** The screens of signals, which come as one part of the program: whoever opens one opens the next. */
export { RulesPage } from '#src/reports/signal-rules/page.tsx';
export { SignalsPage } from './page.tsx';
export { SignalPage } from './signal-page.tsx';
