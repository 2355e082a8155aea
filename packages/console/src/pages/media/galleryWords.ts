import { defineWords } from '../../words/defineWords.ts';

/** What the gallery says. */
export const galleryWords = defineWords(
  {
    title: 'Media',
    selected: (count: number) => (count === 1 ? '1 selected' : `${count} selected`),
    selectPage: 'Select all on this page',
    selectNone: 'Select none',
    delete: 'Delete',
    deleteTitle: (count: number) => (count === 1 ? 'Delete this media?' : `Delete ${count} media?`),
    deleteText:
      'What is used somewhere can not be deleted. What is deleted can be put back under “Deleted” for a while.',
    keep: 'Keep',
    deleted: (count: number) => (count === 1 ? '1 media was deleted.' : `${count} media were deleted.`),
    stillUsed: 'Nothing was deleted: some of them are still used.',
  },
  {
    title: 'メディア',
    selected: (count: number) => `${count}件を選択中`,
    selectPage: 'このページをすべて選択',
    selectNone: '選択を解除',
    delete: '削除',
    deleteTitle: (count: number) => `${count}件のメディアを削除しますか？`,
    deleteText: '使われているものは削除できません。削除したものは、一定の期間「削除済み」から元に戻せます。',
    keep: 'キャンセル',
    deleted: (count: number) => `${count}件のメディアを削除しました。`,
    stillUsed: '使われているものがあるため、何も削除されませんでした。',
  },
);
