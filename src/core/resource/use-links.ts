import type { TFunction } from 'i18next';
import type { NavigateFunction } from 'react-router-dom';
import type { Use } from '#contract/errors.ts';
import type { useFormat } from '#src/core/format/use-format.ts';
import type { QuestionLink } from '#src/core/ui/question.ts';

/** Context of a screen for a dialog, which is rendered outside all screens. */
export interface Around {
  t: TFunction;
  format: ReturnType<typeof useFormat>;
  placeOf: (use: Use) => string | null;
  navigate: NavigateFunction;
}

/** Links to the places of use, each once; null for those that the user may not open. */
export function placesOf(uses: readonly Use[], { format, placeOf, navigate }: Around): (QuestionLink | null)[] {
  const found = uses.map((use) => {
    const to = placeOf(use);
    const label = use.day ? use.name.replace(use.day, format.value('date', use.day)) : use.name;
    return to === null ? null : { label, to, open: () => navigate(to) };
  });
  return found.filter((link, at) => link === null || found.findIndex((one) => one?.to === link.to && one.label === link.label) === at);
}
