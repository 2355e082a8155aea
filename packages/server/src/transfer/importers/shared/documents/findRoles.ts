import type { FieldRole, ImportContext } from '../../Importer.ts';
import type { DocumentField, DocumentType, FieldKind } from './Documents.ts';

/** What the operator decides: which types are news, and which fields they have. */
export type Chosen = Pick<ImportContext, 'types' | 'fields'>;

/** Which fields of a document make it news. */
export type NewsFields = {
  readonly title: string;
  /** A rich or long text, or the parts that make it up. */
  readonly body: string;
  /** What comes after it: objects in a list of their own. */
  readonly parts: string | undefined;
  readonly slug: string | undefined;
  readonly date: string | undefined;
  readonly picture: string | undefined;
  readonly canonicalUrl: string | undefined;
  readonly isPreventCrawling: string | undefined;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly authors: string | undefined;
  readonly excerpt: string | undefined;
};

type NewsRole = { readonly as: 'news' | 'page'; readonly fields: NewsFields };

/** What the documents of a type become. */
export type TypeRole =
  | NewsRole
  | {
      readonly as: 'category' | 'tag' | 'author';
      readonly name: string;
      readonly slug: string | undefined;
    }
  | {
      readonly as: 'nothing';
      readonly why: string;
      /** Whether it could be news, if the operator says so. */
      readonly isCandidate?: boolean;
    };

/** Names of fields and types, in lower case without punctuation and digits; the likeliest first. */
const names = {
  title: ['title', 'headline', 'heading', 'name', 'タイトル', '題名', '件名', '見出し', '記事タイトル'],
  body: 'body content text article articlebody bodytext bodycontent maincontent story copy richtext markdown contents honbun 本文 記事本文 内容 記事'.split(
    ' ',
  ),
  slug: ['slug', 'urlslug', 'alias', 'handle', 'permalink', 'スラッグ'],
  date: 'publishdate publisheddate publicationdate publishedat publishedon date releasedate postdate publishat published datepublished pubdate postedat 公開日 公開日時 掲載日 投稿日 配信日 日付'.split(
    ' ',
  ),
  picture:
    'thumbnail heroimage featuredimage featureimage coverimage mainimage image hero cover picture photo poster eyecatch eyecatchimage mainvisual keyvisual アイキャッチ アイキャッチ画像 サムネイル メイン画像 画像'.split(
      ' ',
    ),
  canonicalUrl: ['canonicalurl', 'canonical'],
  isPreventCrawling: ['noindex', 'preventcrawling', 'hidefromsearchengines'],
  category:
    'category categories maincategory primarycategory section sections subcategory subcategories カテゴリ カテゴリー 分類'.split(
      ' ',
    ),
  parts: 'pagecontent sections components modules blocks contentblocks contentmodules'.split(' '),
  authors:
    'author authors writer writers byline writtenby contributors authorsbio 著者 筆者 執筆者 投稿者 ライター'.split(
      ' ',
    ),
  excerpt: [
    'excerpt',
    'description',
    'summary',
    'teaser',
    'lead',
    'intro',
    'shortdescription',
    '概要',
    '要約',
    '抜粋',
    '説明',
    'リード文',
  ],
  tag: 'tag tags topic topics keyword keywords label labels subject subjects タグ キーワード'.split(' '),
  person: 'author authors writer person people contributor editor staff teammember member user'.split(' '),
} as const;

/** Whether a field is named like the text of an article. */
export function isBodyName(name: string): boolean {
  return names.body.includes(plain(name));
}

/** Whether a field is named like the date of an article. */
export function isDateName(name: string): boolean {
  return names.date.includes(plain(name));
}

/** Whether a field is named like a picture: `image`, `cover_image`. */
export function isPictureName(name: string): boolean {
  return names.picture.includes(plain(name)) || /image|photo|picture|thumbnail|avatar$/i.test(name);
}

/**
 * What the documents of each type become, by their fields:
 * - news: a title (a field of that name, or else the one that names documents), and a body: a rich or long text with such
 *   a name, or else, if there is also a slug or a date, any rich text, the parts of a text, or any long text. News whose
 *   type is named like a page are pages. If types are chosen, these are news, and no others. If none are, one type can be,
 *   if no doubt is left which; see `unmistakable`;
 * - a category, a tag or an author: a name; and news link to it by a field that is named so, or the type itself is;
 * - nothing: all others.
 */
export function findRoles(
  types: readonly DocumentType[],
  chosen: Chosen = {},
): ReadonlyMap<string, TypeRole> {
  const called = new Map(types.map((type) => [type.id, calledAs(type)]));
  const likely = new Map(types.flatMap((type) => newsRole(type, chosen, called)));
  const roles = rolesWith(likely, types, chosen);
  if ((chosen.types ?? []).length > 0) return roles;
  const candidates = types.filter((type) => {
    const as = roles.get(type.id)?.as;
    // What the page for contacts has received is not a page.
    return as === 'news' || (as === 'page' && isPersonal(type));
  });
  const taken = unmistakable(candidates, likely, chosen);
  const left = new Set(candidates.filter((type) => type !== taken).map(({ id }) => id));
  if (left.size === 0) return roles;
  const fewer = rolesWith(new Map([...likely].filter(([id]) => !left.has(id))), types, chosen);
  return new Map([...fewer].map(([id, role]) => [id, left.has(id) ? leftOut(id, role, taken) : role]));
}

/** What the documents of each type become if these can be news. */
function rolesWith(
  news: ReadonlyMap<string, NewsRole>,
  types: readonly DocumentType[],
  chosen: Chosen,
): ReadonlyMap<string, TypeRole> {
  const linked = linkedAs(types.filter(({ id }) => news.has(id)));
  const roleOf = (type: DocumentType) => {
    const label = linked.get(type.id);
    const own = news.get(type.id);
    // A category may have a text, and an author a life, but they are not published on a day.
    const isLabel = label !== undefined && own?.fields.date === undefined && !chosen.types?.includes(type.id);
    return own === undefined || isLabel ? labelRole(type, label) : own;
  };
  return new Map(types.map((type) => [type.id, roleOf(type)]));
}

/** A type that could be news, but not without being named. */
function leftOut(id: string, role: TypeRole, taken: DocumentType | undefined): TypeRole {
  if (role.as !== 'nothing') return role;
  const all = [...(taken === undefined ? [] : [taken.id]), id].map((each) => `--type ${each}`).join(' ');
  const why = `is not clearly a type of public articles: ${all} imports it${taken === undefined ? '' : ', too'}`;
  return { as: 'nothing', why, isCandidate: true };
}

/**
 * The one type that must be the articles of a site: the only one that is named so, or else the only one at all, if its
 * documents have an address or a day of publication, or if the operator names its fields. Anything else might become public
 * by a guess: fragments of pages, templates of mails, or what people have sent in.
 */
function unmistakable(
  candidates: readonly DocumentType[],
  news: ReadonlyMap<string, NewsRole>,
  chosen: Chosen,
): DocumentType | undefined {
  const open = candidates.filter((type) => !isConfidential(type));
  const articles = open.filter(isCalledArticle);
  const [only, ...others] = articles.length > 0 ? articles : open;
  if (only === undefined || others.length > 0) return undefined;
  const { slug, date } = news.get(only.id)?.fields ?? {};
  const isForReaders = slug !== undefined || (date !== undefined && publicationDate.test(plain(date)));
  return articles.length > 0 || isForReaders || (chosen.fields?.size ?? 0) > 0 ? only : undefined;
}

const publicationDate = /publi|pubdate|release|post|公開|掲載|配信/;

/** The last word of the name of a type of articles: `blogPost`, `press_releases`. */
const articleNames =
  /^(?:posts?|blogs?|articles?|news|stories|story|columns?|journals?|announcements?|diary|diaries|(?:blog|news)(?:posts?|articles?|entry|entries|items?)|press|(?:press)?releases?|newsreleases?|oshirase|kiji|.*(?:お知らせ|ニュース|記事|ブログ|投稿|コラム|新着情報|プレスリリース|日記))$/u;
/** Words after it that change nothing: `newsItem`, `posts_ja`. */
const furtherWords = /^(?:items?|entry|entries|contents?|list|all|[a-z]{2}|\d+)$/;

function isCalledArticle({ id, name }: DocumentType): boolean {
  return [id, name].some((text) => {
    const words = wordsOf(text);
    while (words.length > 1 && furtherWords.test(words.at(-1) ?? '')) words.pop();
    return articleNames.test(words.at(-1) ?? '') || articleNames.test(words.join(''));
  });
}

/** Words in the names of types that are written to somebody, by visitors, or for the staff. */
const confidentialNames =
  /^(?:contacts?|messages?|inbox|inquir(?:y|ies)|enquir(?:y|ies)|submissions?|responses?|forms?|applications?|applicants?|candidates?|resumes?|leads?|subscribers?|subscriptions?|signups?|registrations?|bookings?|reservations?|orders?|invoices?|payments?|customers?|clients?|users?|accounts?|members?|employees?|tickets?|feedbacks?|comments?|repl(?:y|ies)|chats?|conversations?|notifications?|emails?|mails?|sms|templates?|logs?|audits?|requests?|complaints?|surveys?|guestbook|patients?|contracts?|memos?|notes?|todos?|tasks?|prompts?|drafts?|internal|private|secrets?|confidential)$/;
const confidentialWords =
  /問い?合わ?せ|応募|申込|申し込み|フォーム|注文|予約|顧客|会員|メール|テンプレート|通知|メモ|社内|下書き|非公開|コメント|アンケート|回答/;
/** Fields that are about a person, who did not write them for everybody. */
const personalFields =
  /^(?:e?mail|e?mailaddress|phone|phonenumber|telephone|tel|mobile|ip|ipaddress|useragent|coverletter|resume|cv|salary|メール|メールアドレス|電話|電話番号|氏名|お名前)$/;

function isConfidential(type: DocumentType): boolean {
  const words = [type.id, type.name].flatMap(wordsOf);
  if (words.some((word) => confidentialNames.test(word) || confidentialWords.test(word))) return true;
  return !isCalledArticle(type) && isPersonal(type);
}

function isPersonal({ fields }: DocumentType): boolean {
  return fields.some(({ id }) => personalFields.test(plain(id)));
}

/** The words of a name: `blogPost`, `blog_posts`. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function newsRole(
  type: DocumentType,
  chosen: Chosen,
  called: ReadonlyMap<string, Label | undefined>,
): readonly [string, NewsRole][] {
  const { id, fields } = type;
  const isChosen = chosen.types?.includes(id) ?? false;
  const isOther = type.isPart === true || calledAs(type) !== undefined;
  if (!isChosen && ((chosen.types ?? []).length > 0 || isOther)) return [];
  const given = (role: FieldRole) => fields.find((field) => field.id === chosen.fields?.get(role))?.id;
  const likely = (role: FieldRole, list: readonly string[], isRight: (field: DocumentField) => boolean) =>
    given(role) ?? named(fields, list, isRight)?.id;
  const title = given('title') ?? titleOf(type);
  const slug = likely('slug', names.slug, isText);
  const date = likely('date', names.date, isOf('date')) ?? named(fields, names.date, isOf('text'))?.id;
  const excerpt = likely('excerpt', names.excerpt, isOf('text', 'longText', 'richText'));
  const body = given('body') ?? bodyOf(fields, isChosen || slug !== undefined || date !== undefined, excerpt);
  if (title === undefined || body === undefined || body === title) return [];
  const labels = (role: 'category' | 'tags', list: readonly string[]) => {
    const own = given(role);
    if (own !== undefined) return [own];
    const label = role === 'tags' ? 'tag' : role;
    // Its own name counts more than what it leads to.
    const isNamed = ({ id }: DocumentField) => [...names.category, ...names.tag].includes(plain(id));
    const leadsTo = (field: DocumentField) => {
      const { kind, targets = [] } = field;
      if (kind !== 'reference' || targets.length === 0 || isNamed(field)) return false;
      return targets.every((target) => called.get(target) === label);
    };
    return fields
      .filter((field) => (isLabelField(field, list) || leadsTo(field)) && field.id !== body)
      .map((each) => each.id);
  };
  const role: NewsRole = {
    as: !isChosen && isPage(type) ? 'page' : 'news',
    fields: {
      ...{ title, body, slug, date },
      excerpt: excerpt === body ? undefined : excerpt,
      parts: named(fields, names.parts, (field) => field.kind === 'object' && field.id !== body)?.id,
      authors: likely('authors', names.authors, ({ kind }) => kind !== 'richText'),
      picture:
        likely('picture', names.picture, isOf('asset')) ??
        fields.find(isOf('asset'))?.id ??
        named(fields, names.picture, isOf('object'))?.id ??
        named(fields, [...names.picture, ...names.picture.map((name) => `${name}url`)], isText)?.id,
      canonicalUrl: named(fields, names.canonicalUrl, isText)?.id,
      isPreventCrawling: named(fields, names.isPreventCrawling, isOf('boolean'))?.id,
      categories: labels('category', names.category),
      tags: labels('tags', names.tag),
    },
  };
  return [[id, role]];
}

/** The field with the text. `isArticle`: something else says that these are articles, so its name matters less. */
function bodyOf(
  fields: readonly DocumentField[],
  isArticle: boolean,
  excerpt: string | undefined,
): string | undefined {
  const known = named(fields, names.body, isOf('longText', 'richText'));
  if (known !== undefined || !isArticle) return known?.id;
  const parts = named(fields, [...names.body, ...names.parts], isOf('reference', 'object'));
  const others = fields.filter(({ id }) => id !== excerpt);
  const rich = others.find(isOf('richText'));
  const found = rich ?? parts ?? fields.find(isOf('richText')) ?? others.find(isOf('longText'));
  return found?.id;
}

function isPage({ id, name, isSingle }: DocumentType): boolean {
  if (isSingle) return true;
  const isCalledSo = /page|\b(about|contact|home|imprint|legal|privacy|terms)\b/i.test(`${id} ${name}`);
  return isCalledSo && !/post|blog|article|news|story/i.test(`${id} ${name}`);
}

type Label = 'category' | 'tag' | 'author';

/** The role in which news link to a type, by the names of the linking fields. */
function linkedAs(news: readonly DocumentType[]): ReadonlyMap<string, Label> {
  const linked = new Map<string, Label>();
  for (const [label, likely] of [
    ['author', names.authors],
    ['tag', names.tag],
    ['category', names.category],
  ] as const) {
    for (const type of news) {
      const fields = type.fields.filter((field) => isLabelField(field, likely));
      // Articles may link to each other by any name.
      const targets = fields.flatMap((field) => field.targets ?? []).filter((id) => id !== type.id);
      for (const id of targets) linked.set(id, label);
    }
  }
  return linked;
}

/** What a type is by its name. */
function calledAs({ id, name }: DocumentType): Label | undefined {
  const isCalled = (list: readonly string[]) => [id, name].some((text) => list.includes(plain(text)));
  if (isCalled(names.category)) return 'category';
  if (isCalled(names.tag)) return 'tag';
  return isCalled(names.person) ? 'author' : undefined;
}

function labelRole(type: DocumentType, linked: Label | undefined): TypeRole {
  const as = linked ?? calledAs(type);
  const likely = [
    'name',
    'fullname',
    'title',
    'label',
    ...(as === 'author' ? ['firstname', 'lastname'] : []),
  ];
  const name = named(type.fields, likely, isText)?.id ?? titleOf(type);
  if (as === undefined)
    return { as: 'nothing', why: 'has no title with a body, and is no category or tag of news' };
  if (name === undefined) return { as: 'nothing', why: `is linked as ${as}, but has no name` };
  return { as, name, slug: named(type.fields, names.slug, isText)?.id };
}

function titleOf({ fields, nameField }: DocumentType): string | undefined {
  const shown = fields.find(({ id }) => id === nameField);
  return (named(fields, names.title, isText) ?? (shown && isText(shown) ? shown : undefined))?.id;
}

/** The field whose name ranks highest among some names. */
function named(
  fields: readonly DocumentField[],
  likely: readonly string[],
  isRight: (field: DocumentField) => boolean,
): DocumentField | undefined {
  const right = fields.filter(isRight);
  return likely
    .map((name) => right.find(({ id }) => plain(id) === name))
    .find((field) => field !== undefined);
}

function isOf(...kinds: readonly FieldKind[]) {
  return ({ kind }: DocumentField): boolean => kinds.includes(kind);
}

function isText({ kind }: DocumentField): boolean {
  return kind === 'text' || kind === 'longText';
}

function isLabelField({ id, kind }: DocumentField, likely: readonly string[]): boolean {
  return likely.includes(plain(id)) && (kind === 'text' || kind === 'reference' || kind === 'object');
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
}
