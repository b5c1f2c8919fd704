const INSTANT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d)(?::(\d\d))?(?::(\d\d))?$/;

/** A moment in PostgreSQL's text form, in any session time zone, as ISO-8601 in UTC with all its digits. */
export function readInstant(text: string): string {
  // Usual case: sessions run in UTC, and only the blank differs.
  if (text.endsWith('+00')) return `${text.slice(0, 10)}T${text.slice(11, -3)}Z`;
  const [, day, time, fraction = '', hours = '', minutes = '0', seconds = '0'] = INSTANT.exec(text) ?? [];
  // Infinity, or a year before Christ.
  if (!day) return text;
  const ahead = Math.abs(Number(hours)) * 3600 + Number(minutes) * 60 + Number(seconds);
  const moment = Date.parse(`${day}T${time}Z`) - (hours.startsWith('-') ? -ahead : ahead) * 1000;
  return new Date(moment).toISOString().replace('.000Z', `${fraction}Z`);
}
