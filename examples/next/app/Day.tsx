const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

/** A date, as people and machines read it. */
export function Day({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{format.format(at)}</time>;
}
