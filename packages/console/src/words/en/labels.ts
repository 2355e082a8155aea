import { count } from './items.ts';

/** The lists of categories and tags. */
export const labels = {
  title: { category: 'Categories', tag: 'Tags' },
  lead: {
    category: 'An article has at most one category.',
    tag: 'An article can have any number of tags.',
  },
  create: { category: 'New category', tag: 'New tag' },
  amount: (total: number) => total.toLocaleString('en'),
  search: 'Search',
  sort: 'Order',
  sorts: { name: 'Name', updated: 'Last changed', created: 'Newest' },
  columns: { name: 'Name', alias: 'Alias', uses: 'Used by', updated: 'Changed', actions: 'Actions' },
  empty: { category: 'There are no categories yet.', tag: 'There are no tags yet.' },
  nothing: 'No matches.',
  pages: 'Pages',
  name: 'Name',
  alias: 'Alias',
  aliasHint: 'Optional: a name for URLs, such as “events”',
  save: 'Save',
  cancel: 'Cancel',
  edit: (name: string) => `Edit ${name}`,
  merge: (name: string) => `Merge ${name} into another`,
  delete: (name: string) => `Delete ${name}`,
  uses: (amount: number) => count(amount, 'item', 'items'),
  unused: 'Not used',
  usesOf: (name: string, amount: number) => `${name}: used by ${count(amount, 'item', 'items')}`,
  usesTitle: (name: string) => `Where “${name}” is used`,
  created: (name: string) => `“${name}” was created.`,
  saved: (name: string) => `“${name}” was saved.`,
  changedMeanwhile: (name: string) =>
    `Someone else has changed it: its name is now “${name}”. Save again to overwrite their change.`,
  goneMeanwhile: 'Someone else has deleted it.',
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteText: 'It is not used anywhere. You can restore it from “Deleted”.',
  stillUsed: (amount: number) =>
    `It is used by ${count(amount, 'item', 'items')}, so it cannot be deleted. Remove it from them, or merge it into another.`,
  deleteConfirm: 'Delete',
  deleted: (name: string) => `“${name}” was deleted.`,
  mergeTitle: (name: string) => `Merge “${name}” into another`,
  mergeInto: 'Into',
  mergeHint: 'Choose the one that stays',
  mergeNothing: 'No other matches',
  mergeText: (amount: number, from: string, into: string) =>
    amount === 0
      ? `No item changes. “${from}” is deleted afterwards.`
      : `${count(amount, 'item', 'items')} will have “${into}” instead of “${from}”, and readers will see that immediately. “${from}” is deleted afterwards.`,
  mergeConfirm: 'Merge',
  merged: (from: string, into: string, amount: number) =>
    `“${from}” is now “${into}”: ${count(amount, 'item', 'items')} changed.`,
};
