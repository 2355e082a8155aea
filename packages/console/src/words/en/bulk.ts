/** Why an action on several items failed. */
export const bulk = {
  title: (count: number) =>
    count === 1 ? 'Someone else has changed 1 item' : `Someone else has changed ${count} items`,
  text: 'None of these was changed. Check the current version and try again.',
  refused: (count: number) => (count === 1 ? '1 item can’t be changed' : `${count} items can’t be changed`),
  nothing: 'So none of these was changed.',
  others: (count: number) => (count === 1 ? 'and 1 more' : `and ${count} more`),
  look: 'Show the current version',
  skip: (count: number) =>
    count === 1 ? 'Apply to the other item only' : `Apply to the other ${count} items only`,
  skipped: (names: string) => `Left unchanged: ${names}`,
  moved: (name: string) => `Someone else has rescheduled “${name}”. Here is the calendar as it is now.`,
};
