/** What somebody else has changed before an action on several items. */
export const bulk = {
  title: (count: number) =>
    count === 1 ? 'Somebody else has changed 1 item' : `Somebody else has changed ${count} items`,
  text: 'Nothing was done. Look at what is there now, and decide again.',
  others: (count: number) => (count === 1 ? 'and 1 more' : `and ${count} more`),
  look: 'Show what is there now',
  skip: (count: number) => (count === 1 ? 'Only do the other item' : `Only do the other ${count} items`),
  skipped: (names: string) => `Skipped, because somebody else has changed it: ${names}`,
  moved: (name: string) => `Somebody else has rescheduled “${name}”. Here is the calendar as it is now.`,
};
