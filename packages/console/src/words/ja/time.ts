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
  opens: (from: string, distance: string) => `${from}（${distance}）に公開されます。`,
  opensAndCloses: (from: string, distance: string, until: string, later: string) =>
    `${from}（${distance}）に公開され、${until}（${later}）に終了します。`,
  closed: (until: string, distance: string) => `${until}（${distance}）に終了しました。`,
  never: '公開されることはありません。',
  neverWarning: (from: string, until: string) =>
    `終了（${until}）が開始（${from}）より前のため、公開されることはありません。`,
  overWarning: '終了日時を過ぎているため、読者には表示されません。',
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
  choose: '日時を選択',
  clear: 'クリア',
  timeLabel: '時刻',
  hours: '時',
  minutes: '分',
  done: 'この日時にする',
  earlier: '前へ',
  later: '次へ',
};
