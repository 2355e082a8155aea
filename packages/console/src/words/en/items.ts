/** The list of news and banners. */
export const itemList = {
  title: { news: 'News', banner: 'Banners' },
  amount: (total: number) => count(total, 'item', 'items'),
  create: { news: 'New article', banner: 'New banner' },
  search: 'Search',
  searchHint: { news: 'Search titles and texts', banner: 'Search names' },
  states: 'Show',
  all: 'All',
  filters: 'Filters and order',
  category: 'Category',
  tags: 'Tags',
  anyCategory: 'Any category',
  anyTag: 'Any tag',
  sort: 'Order',
  sorts: {
    updated: 'Last changed',
    published: 'Last published',
    created: 'Last created',
    name: 'Name',
    opening: 'Opening time',
    closing: 'Closing time',
    position: 'Fixed order',
  },
  size: 'Per page',
  sizes: { '20': '20', '50': '50', '99': '99', all: 'All, up to 1,000' },
  pages: 'Pages',
  nextPage: 'Next page',
  previousPage: 'Previous page',
  reset: 'Show everything',
  empty: { news: 'No news here yet.', banner: 'No banners here yet.' },
  emptyHint: 'Write the first one: a title, a text and a picture are enough.',
  nothing: 'No matches.',
  cut: (shown: number, total: number) =>
    `Showing the first ${shown.toLocaleString('en')} of ${total.toLocaleString('en')}. Search or filter to see more.`,
  updated: (distance: string) => `changed ${distance}`,
  untitled: '(no title)',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all on this page',
  selectMatching: (amount: number, total: number) =>
    amount === total
      ? `Select all ${total.toLocaleString('en')} that match`
      : `Select the first ${amount.toLocaleString('en')} of ${total.toLocaleString('en')} that match`,
  selectNone: 'Clear the selection',
  selected: (amount: number) => `${amount.toLocaleString('en')} selected`,
  bulkHint: 'Hold Shift to select a range.',
  actions: {
    publish: 'Publish',
    unpublish: 'Revert to draft',
    reserve: 'Schedule',
    close: 'Close now',
    setCategory: 'Set category',
    addTag: 'Add tag',
    removeTag: 'Remove tag',
    delete: 'Delete',
  },
  more: 'More',
  confirmTitles: {
    publish: (items: string) => `Publish ${items}?`,
    unpublish: (items: string) => `Revert ${items} to draft?`,
    reserve: (items: string) => `Schedule ${items}`,
    close: (items: string) => `Close ${items} now?`,
    setCategory: (items: string) => `Set the category of ${items}`,
    addTag: (items: string) => `Add a tag to ${items}`,
    removeTag: (items: string) => `Remove a tag from ${items}`,
    delete: (items: string) => `Delete ${items}?`,
  },
  noCategory: 'Leave empty to remove the category.',
  disappearing: (amount: number) =>
    `${count(amount, 'item is', 'items are')} live now. Readers will no longer see ${amount === 1 ? 'it' : 'them'}.`,
  appearing: (amount: number) => `Readers will see ${count(amount, 'more item', 'more items')} immediately.`,
  stillHidden: (amount: number) =>
    `${count(amount, 'item stays', 'items stay')} hidden because of ${amount === 1 ? 'its' : 'their'} opening or closing time.`,
  unaffected: {
    live: (amount: number) =>
      amount === 1
        ? '1 item is live and stays as it is.'
        : `${amount.toLocaleString('en')} items are live and stay as they are.`,
    notLive: (amount: number) =>
      amount === 1
        ? '1 item is not live and stays as it is.'
        : `${amount.toLocaleString('en')} items are not live and stay as they are.`,
  },
  notPublished: (amount: number) => `${count(amount, 'item', 'items')} can’t be published yet`,
  notScheduled: (amount: number) => `${count(amount, 'item', 'items')} can’t be scheduled yet`,
  lacks: (fields: readonly string[]) => `Needs: ${fields.join(', ')}`,
  stayAsTheyAre: 'They stay as they are.',
  others: (amount: number) => `and ${amount.toLocaleString('en')} more`,
  allOrNone: 'If one of them can’t be changed, none is.',
  inSteps: (size: number) =>
    `They are changed ${size.toLocaleString('en')} at a time. If a step fails, those before it stay changed.`,
  progress: (done: number, total: number) =>
    `${done.toLocaleString('en')} of ${total.toLocaleString('en')} done`,
  partly: (done: number, total: number) =>
    `It stopped half-way: ${done.toLocaleString('en')} of ${total.toLocaleString('en')} items are done, the others are unchanged.`,
  close: 'Close',
  restorable: 'You can restore deleted items from “Deleted”.',
  cancel: 'Cancel',
  done: (changed: number, unchanged: number) =>
    unchanged === 0
      ? `${count(changed, 'item was', 'items were')} changed.`
      : `${count(changed, 'item was', 'items were')} changed; ${unchanged.toLocaleString('en')} needed no change.`,
};

/** The labels of an item's members, by path. */
export const members = {
  name: 'Name',
  alias: 'Alias',
  status: 'Status',
  reservedAt: 'Publish at',
  openingAt: 'Show from',
  closingAt: 'Show until',
  category: 'Category',
  tags: 'Tags',
  createdAt: 'Created at',
  'values.title': 'Title',
  'values.body': 'Text',
  'values.body.authors': 'Authors',
  'values.body.excerpt': 'Excerpt',
  'values.body.metaDescription': 'Description for search engines',
  'values.body.socialTitle': 'Title on social networks',
  'values.body.socialPicture': 'Picture on social networks',
  'values.body.oldPaths': 'Old addresses',
  'values.thumbnail': 'Picture',
  'values.image': 'Picture',
  'values.url': 'Link',
  'values.sponsors': 'Sponsors',
  'values.seo': 'Search engines',
  'values.seo.canonicalUrl': 'Canonical URL',
  'values.seo.isPreventCrawling': 'Hide from search engines',
  'values.isOutline': 'Table of contents',
  'values.isRss': 'RSS',
  'values.share': 'Sharing on X',
  'values.share.x.text': 'Post text',
  'values.share.x.users': 'Users to mention',
  'values.share.x.hashTags': 'Hashtags',
  'values.share.x.followButtonUsers': 'Follow buttons',
};

export const status = { draft: 'Draft', published: 'Published' };

/** The dialog for two people who have changed the same item. */
export const conflict = {
  title: 'Someone else has changed this item',
  recovery: 'Your unsaved changes, and what is here now',
  savedBy: (who: string, when: string) => `saved by ${who} ${when}.`,
  savedByYou: (when: string) => `saved by you ${when}.`,
  now: 'written here, not saved yet.',
  here: 'typed here just now; before that,',
  kept: (when: string) => `kept in this browser ${when}, not saved.`,
  newer: 'newer',
  somebody: 'Someone',
  gone: (who: string) => `${who} has deleted it. Your version is still here.`,
  putBack: 'Restore it with my changes',
  same: 'You both made the same changes. Save to continue.',
  onlyOf: (side: string, fields: string) => `Changed only in “${side}”, and kept: ${fields}.`,
  names: { theirs: 'Theirs', yours: 'Mine', both: 'Both' },
  ownNames: { theirs: 'Here now', yours: 'Unsaved', both: 'Both' },
  all: (side: string) => `${side} everywhere`,
  result: (member: string) => `${member}: result`,
  open: (amount: number) => (amount === 1 ? '1 place to decide' : `${amount} places to decide`),
  save: 'Save my choices',
  later: 'Back to the editor',
};

/** The history of an item. */
export const history = {
  title: 'Versions',
  version: (number: number) => `Version ${number}`,
  current: 'current',
  by: (who: string) => `by ${who}`,
  unknown: 'Oldest stored version',
  created: 'Created',
  changed: (members: string) => `Changed: ${members}`,
  unchanged: 'Nothing changed',
  isRestored: 'Restored after deletion',
  compare: 'What changed',
  compareTitle: 'Compare two versions',
  from: 'Older',
  to: 'Newer',
  same: 'They are identical.',
  restore: 'Restore',
  restoreOf: (number: number) => `Restore version ${number}`,
  restoreTitle: (number: number) => `Restore version ${number}?`,
  restoreAsk: 'Restore…',
  restoreText: 'This saves the old content as a new version. The current version stays in the history.',
  restoreLive: 'readers see it at once.',
  restoreAndPublish: 'Restore and publish',
  restoreAndHide: 'Restore and take it off the site',
  asChanges: 'Restore as changes',
  asChangesText: 'it becomes the next version. Readers see what is published until you publish it.',
  asDraft: 'Restore as a draft',
  asDraftText: 'it is not shown to readers.',
  restored: (number: number) => `Version ${number} was restored.`,
  cancel: 'Cancel',
  dirty: 'Save your changes before restoring a version.',
  next: {
    title: 'Changes not published yet',
    note: 'Crossed out: what readers see now. Underlined: what they will see.',
    takesOver: (when: string) => `Go live on ${when}`,
    wasScheduled: (when: string) => `Were to go live on ${when}`,
    waits: 'Not scheduled',
    atThatTime: 'Unpublished changes at that time',
    tookOver: 'Scheduled changes went live',
    published: 'Changes were published',
    discarded: 'Unpublished changes were discarded',
    edited: (members: string) => `Unpublished changes were edited: ${members}`,
    rescheduled: 'Unpublished changes were rescheduled',
  },
};

/** The preview. */
export const preview = {
  label: 'Preview',
  width: 'Width',
  desktop: 'Desktop',
  phone: 'Phone',
  contents: 'Contents',
  sponsored: (names: string) => `Sponsored by ${names}`,
  otherBody: 'The text has a custom structure. Its appearance depends on the site.',
  empty: 'Nothing written yet.',
  untitled: '(no title)',
  elsewhere: (url: string) => `Hosted elsewhere, so it is not shown here: ${url}`,
  blocks: {
    table: 'Table',
    notes: 'Footnotes',
    backToText: 'Back to the text',
    pictureMissing: 'This picture is not available.',
    videoMissing: 'This video is not available.',
    related: 'Related',
    embedHint: (provider: string) => `Readers are asked before anything is loaded from ${provider}.`,
    embedShow: (provider: string) => `Show from ${provider}`,
    embedAlways: (provider: string) => `Always show content from ${provider}`,
    embedAsk: (provider: string) => `Ask again before showing content from ${provider}`,
  },
  note: 'Approximate: each site has its own design.',
};

/** The list of deleted items. */
export const removed = {
  title: 'Deleted',
  lead: 'What was deleted in this space, newest first. You can view and restore everything; media only while their files are kept.',
  most: 'The newest 200 are shown.',
  empty: 'Nothing has been deleted here.',
  nothing: 'Nothing of this kind has been deleted.',
  kind: 'Kind',
  all: 'All',
  kinds: { news: 'News', banner: 'Banner', media: 'Media', category: 'Category', tag: 'Tag' },
  columns: { name: 'Name', kind: 'Kind', when: 'Deleted', by: 'By', actions: 'Actions' },
  untitled: '(no name)',
  view: 'View',
  viewLabel: (name: string) => `View ${name}`,
  restore: 'Restore',
  restoreOf: (name: string) => `Restore ${name}`,
  restoreTitle: (name: string) => `Restore “${name}”?`,
  restoreText: 'It will be as it was when it was deleted.',
  afterwards: (sentence: string) => `After restoring: ${sentence}`,
  restored: (name: string) => `“${name}” was restored.`,
  open: 'Open',
  cancel: 'Cancel',
  deletedBy: (moment: string, by: string) => `Deleted on ${moment} by ${by}`,
  preview: 'Preview',
  json: 'JSON',
  gone: 'This version is no longer kept.',
};

/** An amount with its noun: `1 item`, `1,200 items`. */
export function count(amount: number, one: string, many: string): string {
  return `${amount.toLocaleString('en')} ${amount === 1 ? one : many}`;
}
