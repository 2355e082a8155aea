import { defineWords } from '../words/defineWords.ts';

/** What is said of moments. */
export const timeWords = defineWords(
  {
    draft: 'A draft: readers do not see it.',
    live: 'Readers see it now.',
    liveSince: (from: string) => `Live since ${from}.`,
    liveUntil: (until: string, distance: string) => `Live now; closes on ${until}, ${distance}.`,
    opens: (from: string, distance: string) => `Goes live on ${from}, ${distance}.`,
    opensAndCloses: (from: string, distance: string, until: string, later: string) =>
      `Goes live on ${from}, ${distance}; closes on ${until}, ${later}.`,
    closed: (until: string, distance: string) => `Closed on ${until}, ${distance}.`,
    never: 'Never goes live.',
    neverWarning: (from: string, until: string) =>
      `It closes (${until}) before it opens (${from}), so readers never see it.`,
    overWarning: 'The moment at which it closes has passed, so readers do not see it.',
    next: {
      opens: (near: string) => `goes live ${near}`,
      closes: (near: string) => `closes ${near}`,
      closed: (near: string) => `closed ${near}`,
      never: 'never goes live',
    },
    now: 'now',
    quick: {
      ...{ tomorrow: 'Tomorrow 09:00', monday: 'Monday 09:00', week: 'In a week' },
      ...{ afterDay: 'After a day', afterWeek: 'After a week', afterMonth: 'After 30 days' },
      ...{ month: 'In 30 days', quarter: 'In 90 days', year: 'In a year' },
    },
    zone: (name: string, zone: string) => (name === zone ? zone : `${name}, ${zone}`),
    choose: 'Choose a day and a time',
    clear: 'Clear',
    timeLabel: 'Time',
    hours: 'Hours',
    minutes: 'Minutes',
    done: 'Take this moment',
    earlier: 'Earlier',
    later: 'Later',
  },
  {
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
  },
);
