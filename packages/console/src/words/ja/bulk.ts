/** Why an action on several items failed. */
export const bulk = {
  title: (count: number) => `ほかの人が${count}件を変更しました`,
  text: 'どれも変更していません。現在の内容を確認して、もう一度お試しください。',
  refused: (count: number) => `${count}件を変更できません`,
  nothing: 'そのため、どれも変更していません。',
  others: (count: number) => `ほか${count}件`,
  look: '現在の内容を表示',
  skip: (count: number) => `残りの${count}件だけ実行`,
  skipped: (names: string) => `変更しなかったもの：${names}`,
  moved: (name: string) => `「${name}」の日時はほかの人が変更しました。最新のカレンダーを表示しています。`,
};
