import { defineWords } from '../../../words/defineWords.ts';

/** What is said when two people have changed the same item. */
export const conflictWords = defineWords(
  {
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
  },
  {
    title: '編集中にほかの人が変更しました',
    who: (who, when) =>
      `${who}さんが${when}に保存しました。あなたの変更は失われていません。どちらを残すか選んでください。`,
    somebody: 'ほかの人',
    gone: (who) => `${who}さんがこの項目を削除しました。あなたの内容はここに残っています。`,
    putBack: '自分の内容で元に戻す',
    same: '変更内容は同じです。保存して続けてください。',
    contested: '両方が変更',
    base: '変更前',
    theirs: '相手',
    yours: '自分',
    take: {
      theirs: (member) => `${member}: 相手の内容にする`,
      yours: (member) => `${member}: 自分の内容を残す`,
    },
    all: { theirs: 'すべて相手の内容にする', yours: 'すべて自分の内容を残す' },
    save: '選んだ内容を保存',
    later: '編集に戻る',
  },
);
