/** The timezone of the device, for what concerns its user and no farm. */
export const deviceTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
