/** What somebody else has changed before an action on several items. */
export const bulk = {
  title: (count: number) => `ほかの人が${count}件を変更しました`,
  text: '何も実行していません。現在の内容を確認して、もう一度判断してください。',
  others: (count: number) => `ほか${count}件`,
  look: '現在の内容を表示',
  skip: (count: number) => `残りの${count}件だけ実行`,
  skipped: (names: string) => `ほかの人が変更したため、対象外にしました：${names}`,
  moved: (name: string) => `「${name}」の日時はほかの人が変更しました。最新のカレンダーを表示しています。`,
};
