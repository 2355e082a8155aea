import { defineWords } from '../../../words/defineWords.ts';

function count(amount: number, one: string, many: string): string {
  return `${amount.toLocaleString('en')} ${amount === 1 ? one : many}`;
}

/** What the list of news and banners says. */
export const listWords = defineWords(
  {
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
  },
  {
    title: { news: 'ニュース', banner: 'バナー' },
    amount: (total) => `${total.toLocaleString('ja')}件`,
    create: { news: 'ニュースを作成', banner: 'バナーを作成' },
    search: '検索',
    searchHint: 'タイトルや本文の言葉',
    states: '表示',
    all: 'すべて',
    filters: '絞り込みと並び順',
    category: 'カテゴリー',
    tags: 'タグ',
    anyCategory: 'すべてのカテゴリー',
    anyTag: 'すべてのタグ',
    sort: '並び順',
    sorts: {
      updated: '更新が新しい順',
      created: '作成が新しい順',
      name: '名前順',
      opening: '公開開始順',
      closing: '公開終了順',
    },
    size: '表示件数',
    sizes: { '20': '20件', '50': '50件', '99': '99件', all: 'すべて（1,000件まで）' },
    pages: 'ページ',
    nextPage: '次のページ',
    previousPage: '前のページ',
    reset: 'すべて表示',
    empty: { news: 'ニュースはまだありません。', banner: 'バナーはまだありません。' },
    emptyHint: '最初の1件を作りましょう。タイトル、本文、画像だけで公開できます。',
    nothing: '条件に合うものはありません。',
    cut: (shown, total) =>
      `${total.toLocaleString('ja')}件のうち最初の${shown.toLocaleString('ja')}件を表示しています。ほかは検索や絞り込みで表示できます。`,
    updated: (distance) => `更新: ${distance}`,
    untitled: '（無題）',
    select: (name) => `${name}を選択`,
    selectAll: 'このページをすべて選択',
    selected: (amount) => `${amount.toLocaleString('ja')}件を選択中`,
    bulkHint: 'Shiftキーを押しながらで範囲を選択できます。',
    actions: {
      publish: '公開',
      unpublish: '下書きに戻す',
      close: '今すぐ終了',
      setCategory: 'カテゴリーを設定',
      addTag: 'タグを追加',
      removeTag: 'タグを外す',
      delete: '削除',
    },
    more: 'その他',
    ask: {
      publish: (items) => `${items}を公開しますか？`,
      unpublish: (items) => `${items}を下書きに戻しますか？`,
      close: (items) => `${items}を今すぐ終了しますか？`,
      setCategory: (items) => `${items}のカテゴリーを設定`,
      addTag: (items) => `${items}にタグを追加`,
      removeTag: (items) => `${items}からタグを外す`,
      delete: (items) => `${items}を削除しますか？`,
    },
    noCategory: 'カテゴリーを選ばない場合は、カテゴリーなしになります。',
    goes: (amount) => `${amount.toLocaleString('ja')}件は公開中です。読者には表示されなくなります。`,
    comes: (amount) => `${amount.toLocaleString('ja')}件がすぐに読者に表示されます。`,
    waits: (amount) => `${amount.toLocaleString('ja')}件は公開期間の設定のため、表示されないままです。`,
    left: (amount) => `${amount.toLocaleString('ja')}件は公開中ではないため、そのままです。`,
    others: (amount) => `ほか${amount.toLocaleString('ja')}件`,
    allOrNone: 'すべて変更されるか、まったく変更されないかのどちらかです。',
    restorable: '削除したものは「削除済み」から元に戻せます。',
    cancel: 'キャンセル',
    done: (changed, unchanged) =>
      unchanged === 0
        ? `${changed.toLocaleString('ja')}件を変更しました。`
        : `${changed.toLocaleString('ja')}件を変更しました。${unchanged.toLocaleString('ja')}件はすでにその状態でした。`,
    labels: {
      create: (name) => `「${name}」を作成`,
      none: '見つかりません',
    },
  },
);
