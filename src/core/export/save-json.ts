import { fileName } from '#common/files/file-name.ts';
import { todayIn } from '#common/format/clock.ts';
import { deviceTimezone } from '#common/format/device-timezone.ts';
import { download } from './run.ts';

/** Saves formatted JSON. */
export function saveJson(data: unknown, title: string): void {
  const day = todayIn(deviceTimezone());
  download(new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' }), fileName(title, day, day, 'json'));
}
