import { useEffect, useState } from 'react';

const two = (number: number) => String(number).padStart(2, '0');

export function clockText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Whole seconds since an instant, updated every second. */
export function useSecondsSince(since: string | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const beat = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(beat);
  }, []);
  return since === null ? 0 : Math.max(0, Math.floor((now - Date.parse(since)) / 1000));
}

/** Running time since an instant. */
export function Timer({ since }: { since: string | null }) {
  return <span role="timer">{clockText(useSecondsSince(since))}</span>;
}
