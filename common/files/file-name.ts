import type { ExportFormat } from './protocol.ts';

const LONGEST = 120;

/**
 * `Feeding plan 2026-03-01 – 2026-03-31.xlsx`: ISO days, so that files sort, without characters that file systems refuse. With `client`,
 * for users with several clients: `Feeding plan – Green Valley 2026-03-01.xlsx`.
 */
export function fileName(title: string, from: string, to: string, ext: ExportFormat | 'json' | 'zip', client?: string | null): string {
  const safe = (client ? `${title} – ${client}` : title)
    .replace(/[\\/:*?"<>|\p{Cc}\u200e\u200f\u202a-\u202e]/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '');
  const days = from === to || !to ? from : `${from} – ${to}`;
  const name = Array.from(safe || 'export')
    .slice(0, LONGEST)
    .join('')
    .trimEnd();
  return `${days ? `${name} ${days}` : name}.${ext}`;
}
