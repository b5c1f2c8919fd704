import { useState } from 'react';
import { useMe } from '#src/core/api/session.ts';

/** A yes or no that stays as the person left it, on this device. */
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
      // A full or forbidden store only costs the memory of it.
    }
  };
  return [on, turn];
}
