import { lazyPart } from '#src/core/ui/lazy-part.ts';

/** The parts of weighing by indicator. Devices that don't use one never load them. */
export const ScaleLine = lazyPart(async () => (await import('./scale-line.tsx')).ScaleLine);
export const IndicatorPanel = lazyPart(async () => (await import('./indicator-panel.tsx')).IndicatorPanel);
