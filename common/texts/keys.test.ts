import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { codeKey, definedKey } from './keys.ts';

test('a missing key doesn’t compile', () => {
  const asked: string[] = [];
  const t = ((key: string) => asked.push(key)) as unknown as TFunction;
  const status = 'loaded' as 'loaded' | 'waited';
  const unknown = 'loaded' as string;
  t('core:yes');
  t(`core:status.${status}`);
  t(codeKey('core:status', unknown));
  t(definedKey(unknown));
  // @ts-expect-error the text doesn't exist
  t('core:nope');
  // @ts-expect-error the namespace is missing
  t('yes');
  // @ts-expect-error the end of the key is unknown
  t(`core:status.${unknown}`);
  // @ts-expect-error the whole key is unknown
  t(unknown);
  // @ts-expect-error the group doesn't exist
  t(codeKey('core:nope', unknown));
  expect(asked).toContain('core:status.loaded');
});
