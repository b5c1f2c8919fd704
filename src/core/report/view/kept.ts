import { useState } from 'react';
import { useMe } from '#src/core/api/session.ts';

/** A yes-or-no setting stored on this device. */
export function useKept(name: string): [boolean, () => void] {
  const key = `${name}:${useMe().id}`;
  const [on, setOn] = useState(() => {
    try {
      return localStorage.getItem(key) === '1';
    } catch {
      return false;
    }
  });
  const turn = () => {
    setOn(!on);
    try {
      localStorage.setItem(key, on ? '0' : '1');
    } catch {
      // If the storage is full or forbidden, only the stored setting is lost.
    }
  };
  return [on, turn];
}
