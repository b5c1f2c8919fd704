import { useState } from 'react';
import { keepByIndicator, weighsByIndicator } from './indicator.ts';

/** Weighing by indicator on this device. A person may type the weight of one line meanwhile. */
export function useByIndicator(line: number | null) {
  const [isOn, setIsOn] = useState(weighsByIndicator);
  const [typedLine, setTypedLine] = useState<number | null>(null);
  const isShown = isOn && (line === null || line !== typedLine);
  return {
    isShown,
    toggle() {
      setIsOn(!isShown);
      keepByIndicator(!isShown);
      setTypedLine(null);
    },
    typeLine: setTypedLine,
  };
}

export type ByIndicator = ReturnType<typeof useByIndicator>;
