/**
 * What the name of a field says about who may see a document:
 * - `hides`: it is hidden if this is set, as with `draft`;
 * - `shows`: it is public only if this is true, as with `approved`;
 * - `state`: it is public only if this has one of a few values, as with `status`;
 * - `names`: it is public only if this is not empty, as with `approvedBy`;
 * - `password`: it is hidden if there is one;
 * - `starts`, `ends`: it is public from this date on, or up to it.
 *
 * With `isVague` the name may mean something else (`show` may be a podcast), so only an unmistakable value hides.
 */
export type Meaning = {
  readonly as: 'hides' | 'shows' | 'state' | 'names' | 'password' | 'starts' | 'ends';
  readonly isVague: boolean;
};

const list = (text: string) => text.split(/\s+/).filter((word) => word !== '');

/** Words that may come before any name, and after it. */
const before = list(`
  is are has be this the current post posts article articles content contents page entry item document doc news blog story
  record site web website 記事 コンテンツ 投稿 ページ ニュース お知らせ ブログ この
`);
const after = list(`
  flag flg bool boolean value setting settings option options level levels type kind mode scope field select
  フラグ 設定 区分 種別 レベル オプション
`);
/** What makes a date of a name. */
const dated = list(`
  at on date datetime time timestamp since day from bi nichiji 日 日時 日付 時刻 年月日
`);

const hides = list(`
  draft drafts wip workinprogress unfinished pending pendingreview inreview needsreview underreview notready
  hidden invisible unlisted unpublished unpublish unreleased unapproved notapproved notpublic notpublished nonpublic
  donotpublish dontpublish donotshow dontshow hidefromsite hidefrompublic hidefromweb hideonsite hidefromwebsite hiddenfrompublic hiddenfromsite hiddenfromweb
  hiddenfromwebsite excludefromsite notforpublication notforpublic notpublishable headless
  private secret confidential classified internal internalonly internaluse internaluseonly
  protected restrict restricted restrictto restrictedto restriction restrictions accessrestriction accessrestrictions accessrestricted gated locked
  archived deleted softdeleted removed trashed trash spam banned blocked rejected withdrawn retracted suspended expired
  disable disabled inactive offline
  member members memberonly membersonly onlymembers formembers membersvisibleonly visibletomembers membership memberships
  subscriber subscribers subscriberonly subscribersonly subscriptiononly requiressubscription subscriptionrequired
  paid paidonly paidmembers paidmembersonly paying premium premiumonly premiumcontent paywall paywalled tier tiers
  loginrequired requireslogin requirelogin needslogin loginonly loggedinonly authrequired requiresauth requireauth
  authenticationrequired requiresauthentication registeredonly registrationrequired
  staffonly adminonly adminsonly employeeonly employeesonly teamonly friendsonly emailonly newsletteronly previewonly
  nopublish suppress suppressed withhold withheld onhold hold quarantine quarantined requiremembership requiresmembership
  requiredplan requiredtier minplan mintier minimumplan minimumtier entitlement entitlements
  非公開 未公開 公開しない 公開不可 公開停止 公開停止中 公開終了済み 下書き 下書 したがき 限定公開 限定 公開制限 非表示 非掲載 掲載停止 掲載不可
  会員 会員限定 会員のみ 会員専用 会員向け 会員制 会員限定公開 有料 有料会員 有料会員限定 有料記事 有料限定 プレミアム プレミアム会員
  メンバー限定 メンバーのみ メンバー専用 購読者限定 登録者限定 ログイン必須 要ログイン ログイン限定 社内 社内限定 社内用 社外秘 社員限定 関係者限定
  内部用 秘密 機密 極秘 プライベート 閲覧制限 アクセス制限 閲覧不可 削除 削除済み 削除済 ゴミ箱 ごみ箱 アーカイブ済み アーカイブ済 無効 停止 停止中
  却下 未承認 承認待ち 保留 保留中 差し戻し 準備中 作成中 編集中 レビュー待ち 社内報 部外秘 関係者外秘
  hikokai hikoukai mikokai mikoukai shitagaki kaiin kaiingentei kaiinsenyo genteikokai genteikoukai shanai shagaihi
`);
const vaguelyHides = list(
  'hide archive archives delete lock subscription plan skip exclude excluded ignore ignored test dummy sample preview nda gate gating アーカイブ ドラフト 隠す 制限 会員ランク',
);
const shows = list(`
  published publish public publicly visible visibletopublic publiclyvisible enabled enable active approved approve accepted
  released shown displayed readytopublish publishready showonsite showonweb showonwebsite displayonsite displayonweb
  showtopublic publishonsite publishonweb publishtoweb
  公開 公開する 公開中 公開済み 公開済 公開可 公開可否 公開有無 公開許可 公開状 一般公開 全体公開 掲載 掲載する 掲載中 掲載可 掲載可否 掲載許可
  表示可否 承認 承認済み 承認済 有効 サイト掲載 サイト公開 web公開 web掲載 ウェブ公開 kokai koukai
`);
/** Both choices in one name: `公開／非公開`. */
const either =
  '(?:公開|表示|掲載|承認|有効)(?:or|か|または|もしくは)?(?:非公開|非表示|非掲載|限定公開|下書き|無効)';
const vaguelyShows = list(`
  live online open free listed show display render output build reviewed verified moderated checked confirmed ready complete
  completed done final finished pub shared 表示 表示する 表示中 確認済み 確認済 確認 完了 公開ok 配信 配信する レビュー済み 校正済み 校了 審査済み
`);
const states = list(`
  visibility visibilities access accesscontrol accesspolicy accessrights accesslevel accessgroup accessgroups accessrole
  accessroles readaccess viewaccess audience audiences permission permissions viewers viewer visibleto visiblefor visibleby
  viewableby viewableto readers readableby whocanview whocansee whocanread availableto sharedwith acl allowed allowedroles allowedgroups allowedusers privacy confidentiality workflow workflowstage approval
  moderation publicity kokaihani koukaihani kokaihanni koukaihanni kokaijotai koukaijotai
  ステータス 状態 公開範囲 公開状態 公開ステータス 公開状況 公開対象 公開対象者 公開先 公開条件 公開方法 公開権限 閲覧範囲 閲覧権限 閲覧対象
  閲覧条件 閲覧レベル 閲覧可能範囲 閲覧可能者 閲覧対象者 閲覧者 アクセス権 アクセス権限 アクセス範囲 権限 表示範囲 表示対象 表示状態 表示ステータス 掲載状態 掲載状況 掲載範囲
  掲載ステータス 承認状態 承認状況 承認ステータス 審査状態 審査状況 審査ステータス 審査 レビュー状態 ワークフロー 会員区分 会員種別 プライバシー
`);
const vagueStates = list(`
  stage phase review reviews scope target targets targetaudience channel channels distribution publishto groups usergroups
  labels flags options type kind アクセス 状況 進捗 進捗状況 対象 対象者 対象読者 配信対象 掲載対象 配信ステータス 配信状態 レビュー
  種別 区分 種類 フラグ オプション 設定
`);
/** What is filled in by those who approve a document. */
const approvals = list('approvedby approvedat approvedon approvaldate 承認者 承認日 承認日時');
/** What a status can be of. The status of an order, say, tells nothing about its document. */
const ofStatus =
  '(?:publish|published|publishing|publication|public|workflow|approval|review|moderation|editorial|editing|draft|visibility|access|privacy|release|display|lifecycle|document|entry)*';
const status = `${ofStatus}(?:status|statuses|state)`;

const starts = list(`
  publish published publishing publication release released visible golive koukai kokai embargo embargoed embargoedtill embargoeduntil
  embargountil embargoends embargoend publishstart publicationstart publishstarts visiblestart visiblefrom publishfrom
  公開 公開開始 掲載 掲載開始 表示開始 配信 配信開始 情報解禁 解禁 公開予定 エンバーゴ
`);
const ends = list(`
  unpublish expire expires expiry expiration publishend publishends publicationend publicationends publishuntil visibleuntil
  visibleend visibletill publishto visibleto publisheduntil 公開終了 公開終了予定 掲載終了 表示終了 配信終了 公開期限 掲載期限 公開停止 掲載停止
`);

const any = (words: readonly string[]) => `(?:${words.join('|')})`;

function pattern(core: string, ending = `${any(after)}*`): RegExp {
  return new RegExp(`^${any(before)}*(?:${core})${ending}$`, 'u');
}

/** Parts of names by which a document is hidden or public, and those of what else can be: a list of contents, the author. */
const hidingParts =
  'draft|hid(?:e|den|ing)(?:$|(?:from|in|on)(?!.*(?:section|page$)))|invisible|private|unlisted|unpublish|unapproved|nonpublic|not(?:for)?publi|dontpubli|confidential|secret|' +
  'restricted|internal|premium|paywall|membersonly|memberonly|onlymembers|formembers|subscribersonly|gatedcontent|paidcontent|kaiin|' +
  '非公開|未公開|限定|下書|会員|有料|社内|部外秘|内部|秘密|機密|極秘|非表示|非掲載|閲覧制限|閲覧不可|アクセス制限|プレミアム|未承認|準備中|' +
  '作成中|編集中|審査中|差し戻し|(?:公開|掲載|配信|利用)停止|無効';
const showingParts = 'public|publish|visible|viewable|approv|公開|掲載|承認';
const otherThings =
  'comment|toc|sidebar|title|author|note|header|footer|image|picture|photo|thumb|cover|banner|menu|nav|meta|summary|search|feed|rss|' +
  'home|front|top|featured|share|sharing|related|bread|advert|letter|mail|facebook|twitter|linkedin|instagram|social|medium|google|sitemap|' +
  'index|robot|number|count|order|rank|link|url|name|label|text|descri|byline|caption|button|price|phone|address|profile|repo|key|' +
  'tag|categor|icon|logo|widget|lang|version|score|licen|date|house|republ|crosspubl|' +
  'コメント|目次|サイドバー|タイトル|著者|画像|写真|ヘッダ|フッタ|メニュー|トップ|検索|新着|広告|関連|シェア|メール|価格|料金|数|リンク|メモ|名|' +
  '(?:期間|店舗|季節|地域|先着|初回|年齢|[春夏秋冬])限定';
const speakOf = (parts: string) => new RegExp(`^(?!.*(?:${otherThings})).*(?:${parts})`, 'u');

/** The first that fits counts. */
const rules: readonly (readonly [RegExp, Meaning['as'], boolean])[] = [
  [
    pattern(
      '(?:password|passwd|passcode|passphrase)(?:protected|required|protection|hash)?|accesscode|(?:閲覧|公開)?(?:パスワード|パスコード|暗証番号|合言葉)|パスワード保護',
    ),
    'password',
    false,
  ],
  [pattern(any(ends), `${any(dated)}+`), 'ends', false],
  [
    pattern(
      'expires|expiry|expiration|(?:publish|published|public|visible|live|show|shown|display|available)(?:until|till)|' +
        '(?:publish|publishing|publication|display)(?:period|range)|(?:公開|掲載|表示|配信)(?:期間)?(?:終了|期限|期間)',
    ),
    'ends',
    false,
  ],
  [pattern(any(starts), `${any(dated)}+`), 'starts', false],
  [pattern('(?:date|day|time)(?:published|released|ofpublication|ofrelease)', ''), 'starts', false],
  [
    pattern('golive|(?:publish|live|show|display|available)from|(?:公開|掲載|表示|配信)(?:期間)?開始'),
    'starts',
    false,
  ],
  [pattern(any(approvals), ''), 'names', false],
  [pattern('embargo|embargoed|embargoeduntil|embargountil|エンバーゴ|情報解禁'), 'starts', false],
  [pattern(any(hides), `(?:${any(after)}*|by|reason|${any(dated)}+)`), 'hides', false],
  [pattern(any(states)), 'state', false],
  [pattern(status), 'state', false],
  [pattern(`${any(shows)}|${either}`), 'shows', false],
  [pattern(any(vaguelyHides)), 'hides', true],
  [pattern(any(vaguelyShows)), 'shows', true],
  [pattern(any(vagueStates)), 'state', true],
  [speakOf(either), 'shows', true],
  [speakOf(hidingParts), 'hides', true],
  [speakOf(showingParts), 'shows', true],
];

/** Longer names are not those of fields. */
const longest = 80;
/** Files may have any number of names; sites have few. */
const mostKnown = 10_000;
const known = new Map<string, Meaning | undefined>();

/** What the name of a field says about who may see a document; undefined if nothing. */
export function meaningOf(name: string): Meaning | undefined {
  if (name.length > longest) return undefined;
  if (known.has(name)) return known.get(name);
  const plain = plainText(name).replaceAll(/\p{N}/gu, '');
  const rule = rules.find(([names]) => names.test(plain));
  const meaning = rule && { as: rule[1], isVague: rule[2] };
  if (known.size < mostKnown) known.set(name, meaning);
  return meaning;
}

/** Fields that only group others. */
const groups = pattern(
  any(
    list(`
      meta metadata setting settings option options config configuration publishing publication publish flags params extra
      system cms workflow details info information admin management control attributes properties props fields data
      公開設定 設定 メタ メタ情報 オプション 管理 管理情報 管理用 管理項目 公開情報
    `),
  ),
  '',
);

/** Whether a field groups others, which speak of the document as well. */
export function isGroup(name: string): boolean {
  return name.length <= longest && groups.test(plainText(name));
}

/** A name or a value without differences in spelling: `isPublic`, `is_public`, `ＩＳ－ＰＵＢＬＩＣ`. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}○◯×✕✓✔]/gu, '');
}
