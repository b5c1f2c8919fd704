import type { Resource } from '#contract/resource.ts';
import type { ApiError } from '#src/core/api/api-error.ts';
import { errorText, failureText } from '#src/core/api/error-text.ts';
import { ask } from '#src/core/ui/question.ts';
import { ReplaceEverywhere } from './replace-everywhere.tsx';
import { type Around, placesOf } from './use-links.ts';

interface Refused {
  resource: Resource;
  id: number;
  name: string;
  farm?: number;
  error: ApiError;
}

/** Shows the uses of a row and offers to replace it; resolves to whether the row was deleted. */
export async function tellUses({ resource, id, name, farm, error }: Refused, around: Around): Promise<boolean> {
  const { t } = around;
  const [first] = error.errors.detail ?? [];
  const found = placesOf(first?.uses ?? [], around);
  const links = found.filter((link) => link !== null);
  // Uses with a link aren't repeated in the sentence.
  const text = first && links.length > 0 && links.length === found.length ? errorText(t, { ...first, values: [] }) : failureText(t, error);
  const title = t('core:in_use', { name });
  // Uses that the user can't see can't be replaced.
  if (!error.has('in_use') || first?.elsewhere) {
    await ask({ title, text, links, confirm: t('core:actions.close'), notice: true });
    return false;
  }
  const replaces = await ask({
    title,
    text,
    links,
    confirm: t('pages:replace.action'),
    decline: t('core:actions.close'),
  });
  return (
    replaces &&
    ask({
      title: t('pages:replace.title', { name }),
      confirm: t('pages:replace.confirm'),
      body: ({ answer }) => <ReplaceEverywhere resource={resource} id={id} name={name} farm={farm} around={around} answer={answer} />,
    })
  );
}
