import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

export function TipBox({ id, at, label }: { id: string; at: HTMLElement; label: ReactNode }) {
  return <Tooltip opened target={at} multiline maw={320} label={<span id={id}>{label}</span>} />;
}
