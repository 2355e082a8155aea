import fc from 'fast-check';

/** Fields that hide a document, by what their values must be. */
const names = {
  whenOn:
    'draft hidden private unlisted archived deleted disabled members_only premium paid restricted internal wip secret 非公開 下書き 会員限定 限定公開 削除 社外秘',
  whenOff: 'published public visible enabled active approved 公開 承認 掲載 公開する',
  state:
    'status state visibility access audience privacy publish_status approval_status workflow_state 公開範囲 公開状態 公開ステータス 閲覧権限 ステータス',
} as const;

const on = fc.constantFrom<unknown[]>(true, 1, 'true', 'yes', 'on', '1', 'はい', 'True', ' YES ', 'soon');
const off = fc.constantFrom<unknown[]>(
  false,
  0,
  'false',
  'no',
  'off',
  '0',
  'いいえ',
  'FALSE',
  null,
  '',
  'someday',
);
const closed = fc.constantFrom<unknown[]>(
  ...[
    'draft',
    'private',
    'members',
    'Pending review',
    'archived',
    'gold',
    '下書き',
    '会員限定',
    '非公開',
    '限定公開',
    '社内',
  ],
  ...[0, 1, 2, false, null, ''],
);

/** A value by itself, in a list as microCMS writes a choice, or as an object as others do. */
function shaped(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(value, fc.integer({ min: 0, max: 2 })).map(([each, shape]) => {
    if (shape === 0 || each === null || each === '') return each;
    return shape === 1 ? [each] : { value: each };
  });
}

/** A name as people spell it: `is_public`, `isPublic`, `Is Public`, `is-public`, `ｉｓ＿ｐｕｂｌｉｃ`. */
function spelt(list: string): fc.Arbitrary<string> {
  const prefix = fc.constantFrom('', '', 'is_', 'post_', 'article_', 'content_');
  const spelling = fc.integer({ min: 0, max: 5 });
  return fc.tuple(fc.constantFrom(...list.split(' ')), prefix, spelling).map(([name, first, how]) => {
    const whole = /^[a-z_]+$/.test(name) ? `${first}${name}` : name;
    if (how === 0) return whole.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    if (how === 1) return whole.replaceAll('_', '-');
    if (how === 2) return whole.replaceAll('_', ' ').toUpperCase();
    if (how === 3) return whole.replaceAll('_', '');
    if (how === 4)
      return whole.replaceAll(/[!-~]/g, (letter) =>
        String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0),
      );
    return whole;
  });
}

/** Names made of several words, and values that hide under them. */
const made: fc.Arbitrary<readonly [string, unknown]> = fc
  .oneof(
    fc.record({
      first: fc.constantFrom('keep ', 'make ', 'mark as ', 'should be ', 'this is ', 'only for '),
      word: fc.constantFrom(
        'private',
        'confidential',
        'unlisted',
        'hidden',
        'members only',
        'internal',
        'restricted',
      ),
      last: fc.constant(''),
      value: fc.constantFrom<unknown[]>(true, 1, 'yes', 'true', ['on'], { value: true }),
    }),
    fc.record({
      first: fc.constantFrom('allow ', 'can be ', 'okay for ', 'cleared for ', 'ready for '),
      word: fc.constantFrom('public access', 'publication', 'publishing', 'public view'),
      last: fc.constant(''),
      value: fc.constantFrom<unknown[]>(false, 0, 'no', 'false', ['off'], { value: false }),
    }),
    fc.record({
      first: fc.constantFrom('', 'この記事は', '記事を'),
      word: fc.constantFrom(
        '非公開',
        '下書き',
        '会員限定',
        '会員専用',
        '社内',
        '非表示',
        '部外秘',
        '有料会員',
        '閲覧制限',
      ),
      last: fc.constantFrom('', 'にする', '記事', 'コンテンツ', '向け', 'フラグ', '設定', '公開'),
      value: fc.constantFrom<unknown[]>(true, 1, 'はい', 'する', ['true'], [1]),
    }),
    fc.record({
      first: fc.constantFrom('', 'この記事を', 'サイトに'),
      word: fc.constantFrom('公開', '掲載', '承認'),
      last: fc.constantFrom('', 'する', 'しますか？', '可能', 'フラグ', '・非公開', '/非公開'),
      value: fc.constantFrom<unknown[]>(false, 0, 'いいえ', 'しない', ['false'], '非公開', ['会員限定']),
    }),
    fc.record({
      first: fc.constantFrom('', 'article ', 'content '),
      word: fc.constantFrom(
        'flags',
        'options',
        'target audience',
        'channel',
        'scope',
        '種別',
        '区分',
        'オプション',
        '備考欄',
      ),
      last: fc.constant(''),
      value: fc.constantFrom<unknown[]>('会員限定記事', ['非公開にする'], '限定公開', 'members only', [
        'unlisted',
      ]),
    }),
  )
  .chain(({ first, word, last, value }) =>
    fc.tuple(spelt(`${first}${word}${last}`.replaceAll(' ', '_')), fc.constant(value)),
  );

/** A field that hides its document, under any of its names and in any shape: `["公開範囲", ["会員限定"]]`. */
export const hidingField: fc.Arbitrary<readonly [string, unknown]> = fc.oneof(
  fc.tuple(spelt(names.whenOn), shaped(on)),
  fc.tuple(spelt(names.whenOff), shaped(off)),
  fc.tuple(spelt(names.state), shaped(closed)),
  made,
);

/** Fields with values that say nothing about who may read. */
export const otherFields: fc.Arbitrary<readonly (readonly [string, unknown])[]> = fc.uniqueArray(
  fc.tuple(
    fc.constantFrom('colour', 'rating', 'noindex', 'featured', 'subtitle', '備考', 'order_status', 'sort'),
    fc.constantFrom<unknown[]>('red', 5, true, false, ['a', 'b'], 'pending', null, ''),
  ),
  { selector: ([name]) => name, maxLength: 5 },
);
