import { Anchor, List, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#src/core/api/api-error.ts';
import { errorText, failureText } from '#src/core/api/error-text.ts';
import { type Around, placesOf } from './use-links.ts';

/** Max shown causes. */
const MOST = 12;

/** Causes of a refusal by place, each with a link to the screen that can fix it. */
export function Refusals({ error, around }: { error: Error; around: Around }) {
  const { t } = useTranslation(['core', 'pages']);
  const places = error instanceof ApiError ? Object.entries(error.errors).filter(([, [first]]) => first?.uses?.length) : [];
  if (places.length === 0) return <Text c="red">{failureText(t, error)}</Text>;
  return (
    <>
      <Text c="red">{t('pages:replace.refused')}</Text>
      <List size="sm">
        {places.slice(0, MOST).map(([path, [first]]) => {
          const [link] = placesOf(first?.uses ?? [], around);
          const field = path.split('.').slice(2).join('.');
          return (
            <List.Item key={path}>
              {link ? (
                <Anchor href={link.to} target="_blank">
                  {link.label}
                </Anchor>
              ) : (
                first?.uses?.[0]?.name
              )}
              {': '}
              {first && errorText(t, { ...first, values: first.values ?? [] }, field)}
            </List.Item>
          );
        })}
      </List>
      {places.length > MOST && (
        <Text size="sm">{t('pages:replace.more', { number: around.format.value('count', places.length - MOST) })}</Text>
      )}
    </>
  );
}
