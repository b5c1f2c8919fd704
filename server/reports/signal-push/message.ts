import { createFormatter } from '#common/format/formatter.ts';
import { describeSignal } from '#common/format/signal-line.ts';
import type { signals } from '#contract/reports/signals.ts';
import type { RowOf } from '#contract/resource.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import type { Addressee } from '#server/reports/signal-mail/mail.ts';

/** More signals are counted: a notification has few lines. */
const MAX_LINES = 3;

/** The content of a notification, as the service worker shows it. */
interface PushMessage {
  title: string;
  body: string;
  /** The list of signals in the application. */
  url: string;
}

/** The notification about signals in its reader's language and units, in the words of the screen. The most expensive signals come first. */
export async function writeMessage(
  { language, units, clock, currency, client_name }: Addressee,
  rows: readonly RowOf<typeof signals>[],
  url: string,
): Promise<PushMessage> {
  const t = await textsOf(language);
  const format = createFormatter({ language, units, clock, timezone: 'UTC', currency });
  const lines = rows.slice(0, MAX_LINES).map((row) => {
    const { name, detail, money } = describeSignal(row, t, format);
    return [`${name}: ${detail}`, ...(money === undefined ? [] : [money])].join(' · ');
  });
  const further = rows.length - lines.length;
  return {
    title: `${t('pages:signals.title')} · ${client_name.replace(/\s+/g, ' ').trim()} · ${rows.length}`,
    body: [...lines, ...(further > 0 ? [t('pages:history.more', { count: further })] : [])].join('\n'),
    url,
  };
}
