/** The comparison of two versions. */
export const comparison = {
  layout: 'Layout of the comparison',
  unified: 'Unified',
  split: 'Side by side',
  skipped: (amount: number) => (amount === 1 ? '1 block unchanged' : `${amount} blocks unchanged`),
  showAll: 'Show the whole text',
  pictureRemoved: 'Before',
  pictureAdded: 'After',
};
