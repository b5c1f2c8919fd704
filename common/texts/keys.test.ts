import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { codeKey, definedKey } from './keys.ts';

test('a key that isn’t there doesn’t compile', () => {
  const asked: string[] = [];
  const t = ((key: string) => asked.push(key)) as unknown as TFunction;
  const status = 'loaded' as 'loaded' | 'waited';
  const unknown = 'loaded' as string;
  t('core:yes');
  t(`core:status.${status}`);
  t(codeKey('core:status', unknown));
  t(definedKey(unknown));
  // @ts-expect-error there is no such text
  t('core:nope');
  // @ts-expect-error a key has its namespace
  t('yes');
  // @ts-expect-error any word may follow
  t(`core:status.${unknown}`);
  // @ts-expect-error no key at all
  t(unknown);
  // @ts-expect-error there is no such group
  t(codeKey('core:nope', unknown));
  expect(asked).toContain('core:status.loaded');
});
