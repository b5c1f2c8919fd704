import { useTranslation } from 'react-i18next';
import { MAX_PINS } from '#contract/admin/pins.ts';
import { api } from '#src/core/api/api.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { keepMe, session, useMe } from '#src/core/api/session.ts';
import { toast } from '#src/core/ui/toast.ts';

/** The user's pinned screens and how to change them: a change shows at once and is reverted if the server refuses it. */
export function usePins() {
  const { t } = useTranslation('core');
  // A session stored on the device may be from a version without pins.
  const { pins = [] } = useMe();
  const show = (next: string[]) => {
    const { me } = session.get();
    if (me) keepMe({ ...me, pins: next });
  };
  const toggle = async (id: string) => {
    const next = pins.includes(id) ? pins.filter((one) => one !== id) : [...pins, id].slice(-MAX_PINS);
    show(next);
    try {
      await api.put('auth/pins/', { body: { pins: next } });
    } catch (error) {
      show(pins);
      toast.error(failureText(t, error));
    }
  };
  return { pins, toggle };
}
