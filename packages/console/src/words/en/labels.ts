import { count } from './count.ts';

/** What the lists of categories and tags say. */
export const labels = {
  title: { category: 'Categories', tag: 'Tags' },
  lead: {
    category: 'A news item belongs to one category at most.',
    tag: 'A news item can have any number of tags.',
  },
  create: { category: 'New category', tag: 'New tag' },
  amount: (total: number) => total.toLocaleString('en'),
  search: 'Search',
  sort: 'Order',
  sorts: { name: 'Name', updated: 'Changed last', created: 'Made last' },
  heads: { name: 'Name', alias: 'Alias', uses: 'Used by', updated: 'Changed', actions: 'Actions' },
  empty: { category: 'There are no categories yet.', tag: 'There are no tags yet.' },
  nothing: 'Nothing fits what you are looking for.',
  pages: 'Pages',
  name: 'Name',
  alias: 'Alias',
  aliasHint: 'Optional: a name for addresses, such as “events”',
  save: 'Save',
  cancel: 'Cancel',
  edit: (name: string) => `Change ${name}`,
  merge: (name: string) => `Merge ${name} into another`,
  delete: (name: string) => `Delete ${name}`,
  uses: (amount: number) => count(amount, 'item', 'items'),
  unused: 'nowhere',
  usesOf: (name: string, amount: number) => `${name}: used by ${count(amount, 'item', 'items')}`,
  usesTitle: (name: string) => `Where “${name}” is used`,
  made: (name: string) => `“${name}” is there.`,
  saved: (name: string) => `“${name}” is saved.`,
  changedMeanwhile: (name: string) =>
    `Somebody has changed it meanwhile: it is called “${name}” now. Save again to have it your way.`,
  goneMeanwhile: 'Somebody has deleted it meanwhile.',
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteText: 'It is used nowhere. It can be put back later, from “Deleted”.',
  stillUsed: (amount: number) =>
    `It is used by ${count(amount, 'item', 'items')}, so it can’t be deleted. Take it out of them, or merge it into another.`,
  deleteConfirm: 'Delete',
  deleted: (name: string) => `“${name}” is deleted.`,
  mergeTitle: (name: string) => `Merge “${name}” into another`,
  mergeInto: 'Into',
  mergeHint: 'Choose the one that stays',
  mergeNothing: 'Nothing else fits',
  mergeText: (amount: number, from: string, into: string) =>
    amount === 0
      ? `No item changes. “${from}” is deleted afterwards.`
      : `${count(amount, 'item', 'items')} will have “${into}” instead of “${from}”, and readers see that at once. “${from}” is deleted afterwards.`,
  mergeConfirm: 'Merge',
  merged: (from: string, into: string, amount: number) =>
    `“${from}” is now “${into}”: ${count(amount, 'item', 'items')} changed.`,
};
