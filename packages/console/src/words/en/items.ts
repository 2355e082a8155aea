import { count } from './count.ts';

/** What the list of news and banners says. */
export const itemList = {
  title: { news: 'News', banner: 'Banners' },
  amount: (total: number) => count(total, 'item', 'items'),
  create: { news: 'New news', banner: 'New banner' },
  search: 'Search',
  searchHint: 'Words of the title or the text',
  states: 'Show',
  all: 'All',
  filters: 'Filters and order',
  category: 'Category',
  tags: 'Tags',
  anyCategory: 'Any category',
  anyTag: 'Any tag',
  sort: 'Order',
  sorts: {
    updated: 'Changed last',
    created: 'Made last',
    name: 'Name',
    opening: 'Opening',
    closing: 'Closing',
  },
  size: 'Per page',
  sizes: { '20': '20', '50': '50', '99': '99', all: 'All, up to 1,000' },
  pages: 'Pages',
  nextPage: 'Next page',
  previousPage: 'Previous page',
  reset: 'Show everything',
  empty: { news: 'No news here yet.', banner: 'No banners here yet.' },
  emptyHint: 'Write the first one: a title, a text and a picture are enough.',
  nothing: 'Nothing fits what you are looking for.',
  cut: (shown: number, total: number) =>
    `The first ${shown.toLocaleString('en')} of ${total.toLocaleString('en')} are shown. Search or filter to see the others.`,
  updated: (distance: string) => `changed ${distance}`,
  untitled: '(no title)',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all on this page',
  selected: (amount: number) => `${amount.toLocaleString('en')} selected`,
  bulkHint: 'Hold Shift to select a range.',
  actions: {
    publish: 'Publish',
    unpublish: 'Make draft',
    close: 'Close now',
    setCategory: 'Set category',
    addTag: 'Add tag',
    removeTag: 'Remove tag',
    delete: 'Delete',
  },
  more: 'More',
  ask: {
    publish: (items: string) => `Publish ${items}?`,
    unpublish: (items: string) => `Back to draft: ${items}?`,
    close: (items: string) => `Close ${items} now?`,
    setCategory: (items: string) => `Set the category of ${items}`,
    addTag: (items: string) => `Add a tag to ${items}`,
    removeTag: (items: string) => `Remove a tag from ${items}`,
    delete: (items: string) => `Delete ${items}?`,
  },
  noCategory: 'Without a category they have none afterwards.',
  goes: (amount: number) =>
    `${count(amount, 'item is', 'items are')} live now. Readers will not see ${amount === 1 ? 'it' : 'them'} any more.`,
  comes: (amount: number) => `Readers will see ${count(amount, 'more item', 'more items')} at once.`,
  waits: (amount: number) =>
    `${count(amount, 'item stays', 'items stay')} unseen because of when ${amount === 1 ? 'it opens or closes' : 'they open or close'}.`,
  left: (amount: number) =>
    amount === 1
      ? '1 item is not live and stays as it is.'
      : `${amount.toLocaleString('en')} items are not live and stay as they are.`,
  others: (amount: number) => `and ${amount.toLocaleString('en')} more`,
  allOrNone: 'All are changed, or none.',
  restorable: 'What is deleted can be put back, under Deleted.',
  cancel: 'Cancel',
  done: (changed: number, unchanged: number) =>
    unchanged === 0
      ? `${count(changed, 'item was', 'items were')} changed.`
      : `${count(changed, 'item was', 'items were')} changed; ${unchanged.toLocaleString('en')} were so already.`,
  labels: {
    create: (name: string) => `Create “${name}”`,
    none: 'Nothing found',
  },
};

/** What the members of an item are called, by their paths. */
export const members = {
  name: 'Name',
  alias: 'Alias',
  status: 'Status',
  reservedAt: 'Publish at',
  openingAt: 'Show from',
  closingAt: 'Show until',
  category: 'Category',
  tags: 'Tags',
  createdAt: 'Made at',
  'values.title': 'Title',
  'values.body': 'Text',
  'values.thumbnail': 'Picture',
  'values.image': 'Picture',
  'values.url': 'Link',
  'values.sponsors': 'Sponsors',
  'values.seo': 'Search engines',
  'values.seo.canonicalUrl': 'Canonical address',
  'values.seo.isPreventCrawling': 'Keep search engines away',
  'values.isOutline': 'Table of contents',
  'values.isRss': 'RSS',
  'values.share': 'Sharing on X',
  'values.share.x.text': 'Text of the post',
  'values.share.x.users': 'Users to mention',
  'values.share.x.hashTags': 'Hash tags',
  'values.share.x.followButtonUsers': 'Follow buttons',
};

export const status = { draft: 'Draft', published: 'Published' };

/** What is said when two people have changed the same item. */
export const conflict = {
  title: 'Somebody else has changed it meanwhile',
  who: (who: string, when: string) =>
    `${who} saved it ${when}. Nothing of yours is lost: choose what to keep.`,
  somebody: 'Somebody',
  gone: (who: string) => `${who} has deleted it meanwhile. Your version is still here.`,
  putBack: 'Put it back with my changes',
  same: 'You both made the same changes. Save to go on.',
  contested: 'both changed',
  base: 'Before',
  theirs: 'Theirs',
  yours: 'Yours',
  take: {
    theirs: (member: string) => `${member}: take theirs`,
    yours: (member: string) => `${member}: keep yours`,
  },
  all: { theirs: 'Take all of theirs', yours: 'Keep all of yours' },
  save: 'Save what I chose',
  later: 'Back to the editor',
};

/** What the history of an item says. */
export const history = {
  title: 'Versions',
  version: (number: number) => `Version ${number}`,
  current: 'in force',
  by: (who: string) => `by ${who}`,
  unknown: 'The first version that is kept',
  created: 'Written first',
  changed: (members: string) => `Changed: ${members}`,
  unchanged: 'Nothing changed',
  isReturn: 'Put back after it had been deleted',
  compare: 'What changed',
  compareTitle: 'Compare two versions',
  from: 'Older',
  to: 'Newer',
  same: 'They are the same.',
  restore: 'Restore',
  restoreOf: (number: number) => `Restore version ${number}`,
  restoreTitle: (number: number) => `Restore version ${number}?`,
  restoreText:
    'The item becomes what it was then, as a new version. The version of now stays in the history.',
  restoreOff: 'It is live now, and was not then: readers will not see it any more.',
  restored: (number: number) => `It is again what it was in version ${number}.`,
  cancel: 'Cancel',
  dirty: 'Save your changes before you restore a version.',
};

/** What the preview says. */
export const preview = {
  label: 'Preview',
  width: 'Width',
  desktop: 'Desktop',
  phone: 'Phone',
  contents: 'Contents',
  sponsored: (names: string) => `Sponsored by ${names}`,
  otherBody: 'The text has a shape of its own. How it looks is up to the site.',
  empty: 'Nothing is written yet.',
  untitled: '(no title)',
  elsewhere: (host: string) => `Picture from ${host}`,
  note: 'About what readers see: each site has its own look.',
};

/** What the list of deleted things says. */
export const removed = {
  title: 'Deleted',
  lead: 'What was deleted in this space, the newest first. All of it can be looked at and put back; media as long as their files are kept.',
  most: 'The newest 200 are shown.',
  empty: 'Nothing was deleted here.',
  nothing: 'Nothing of this kind was deleted.',
  kind: 'Kind',
  all: 'All',
  kinds: { news: 'News', banner: 'Banner', media: 'Media', category: 'Category', tag: 'Tag' },
  heads: { name: 'Name', kind: 'Kind', when: 'Deleted', by: 'By', actions: 'Actions' },
  untitled: '(no name)',
  look: 'Look',
  lookAt: (name: string) => `Look at ${name}`,
  restore: 'Put back',
  restoreOf: (name: string) => `Put back ${name}`,
  restoreTitle: (name: string) => `Put “${name}” back?`,
  restoreText: 'It will be as it was when it was deleted.',
  afterwards: (sentence: string) => `Once it is back: ${sentence}`,
  restored: (name: string) => `“${name}” is back.`,
  open: 'Open it',
  cancel: 'Cancel',
  deletedBy: (moment: string, by: string) => `Deleted on ${moment} by ${by}`,
  preview: 'Preview',
  json: 'JSON',
  gone: 'This version is not kept any more.',
};
