/** The time zone of whoever looks at the console. */
export const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
