import 'dayjs/locale/ja';
import type * as en from '../en/time.ts';

export const conventions: typeof en.conventions = {
  locale: 'ja-JP',
  hour: 'numeric',
  month: 'long',
  firstDayOfWeek: 0,
  hasSpaces: false,
};

export const time: typeof en.time = {
  draft: '下書きです。読者には表示されません。',
  live: '公開中です。',
  liveSince: (from: string) => `${from}から公開中です。`,
  liveUntil: (until: string, distance: string) => `公開中です。${until}（${distance}）に終了します。`,
  liveSinceUntil: (since: string, until: string, distance: string) =>
    `${since}から公開中です。${until}（${distance}）に終了します。`,
  opens: (from: string, distance: string) => `${from}（${distance}）に公開されます。`,
  opensAndCloses: (from: string, distance: string, until: string, later: string) =>
    `${from}（${distance}）に公開され、${until}（${later}）に終了します。`,
  closed: (until: string, distance: string) => `${until}（${distance}）に終了しました。`,
  never: '公開されることはありません。',
  neverWarning: (from: string, until: string) =>
    `終了（${until}）が開始（${from}）より前のため、公開されることはありません。`,
  overWarning: '終了日時を過ぎているため、読者には表示されません。',
  hides: {
    title: (name: string) => `「${name}」は読者に表示されなくなります。よろしいですか？`,
    until: (until: string) => `公開中です。この操作により、${until}まで読者に表示されなくなります。`,
    forGood: '公開中です。この操作により読者に表示されなくなり、自動では再公開されません。',
    laterUntil: (from: string, until: string) => `${from}から${until}まで、読者に表示されなくなります。`,
    laterForGood: (from: string) => `${from}から読者に表示されなくなり、自動では再公開されません。`,
  },
  next: {
    opens: (near: string) => `${near}に公開`,
    closes: (near: string) => `${near}に終了`,
    closed: (near: string) => `${near}に終了済み`,
    never: '公開されません',
  },
  now: '今',
  quick: {
    ...{ tomorrow: '明日 9:00', monday: '月曜日 9:00', week: '1週間後' },
    ...{ afterDay: '1日間', afterWeek: '1週間', afterMonth: '30日間' },
    ...{ month: '30日後', quarter: '90日後', year: '1年後' },
  },
  zone: (name: string, zone: string) => (name === zone ? zone : `${name}、${zone}`),
  choose: '日時を選択または入力',
  calendarOf: (label: string) => `${label}: カレンダー`,
  clearOf: (label: string) => `${label}: クリア`,
  understood: (moment: string, distance: string) => `${moment}（${distance}）`,
  unreadable: '日時を読み取れません。「11月21日 16:30」「明日 9時」「14:30」のように入力してください。',
  notes: {
    skipped: '時計が進む夜のため、入力した時刻は存在しません。その後の時刻になります。',
    twice: '時計が戻る夜のため、この時刻は2回あります。1回目の時刻になります。',
  },
  clear: 'クリア',
  timeLabel: '時刻',
  hours: '時',
  minutes: '分',
  done: 'この日時にする',
  earlier: '前へ',
  later: '次へ',
};
