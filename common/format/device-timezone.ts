/** The device's time zone, for data of a person instead of a farm. */
export const deviceTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
