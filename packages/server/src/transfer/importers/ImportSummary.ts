import { ownCopy } from './shared/text/ownCopy.ts';
/** How often something was imported as something. */
export type Mapped = { readonly what: string; readonly to: string; readonly count: number };

/**
 * How much a reader would miss what was changed or skipped, the worst first: a whole article (left out, or now a draft),
 * some of its text or code, a picture or a video, how it looks, details (dates, labels, addresses), or nothing.
 */
export const losses = ['article', 'text', 'picture', 'look', 'details', 'nothing'] as const;

export type Loss = (typeof losses)[number];

/** What became of something in an article that is not as it was. */
export type Fate = {
  readonly what: string;
  readonly why: string;
  readonly example: string;
  readonly loss: Loss;
  /** Whether it is gone, rather than changed. */
  readonly isLeftOut: boolean;
  /** How many have it; 1 if it is not given. */
  readonly count?: number;
};

/** How often something was changed or left out, and why, with the first few examples. */
export type Remark = {
  readonly what: string;
  readonly why: string;
  readonly loss: Loss;
  readonly count: number;
  readonly examples: readonly string[];
  /** In how many articles, if some have it more than once. */
  readonly articles?: number;
  /** Of an article: whether it is gone, rather than changed. */
  readonly isLeftOut?: true;
};

/** What becomes of a shortcode that the importers do not know. */
export const shortcodeFates = ['block', 'text', 'drop'] as const;

export type ShortcodeFate = (typeof shortcodeFates)[number];

/** How often an unknown shortcode was met, with the first few of them and the titles of their articles. */
export type ShortcodeUse = {
  readonly name: string;
  readonly fate: ShortcodeFate;
  readonly count: number;
  readonly examples: readonly { readonly text: string; readonly title: string }[];
};

/** Media that could not be fetched from their URL, and the first of the articles that show them. */
export type Unfetched = {
  readonly url: string;
  readonly why: string;
  readonly articleCount: number;
  readonly articles: readonly { readonly id: string; readonly title: string }[];
};

/** What happened to the content of another system. */
export type SummaryReport = {
  readonly mapped: readonly Mapped[];
  readonly changed: readonly Remark[];
  readonly skipped: readonly Remark[];
  readonly shortcodes: readonly ShortcodeUse[];
  readonly unfetched: readonly Unfetched[];
};

/** What an article became. */
export type ArticleResult = {
  readonly id: string;
  readonly alias: string | undefined;
  readonly state: 'published' | 'scheduled' | 'draft';
};

/** Where an article came from, what it became, and what was changed or skipped in it. */
export type ArticleNotes = {
  readonly file: string;
  readonly line: number;
  readonly title: string;
  /** Its URL on the old site, if known. */
  readonly url: string | undefined;
  /** Undefined if it was left out. */
  readonly result: ArticleResult | undefined;
  readonly remarks: readonly Remark[];
  /** The media that it uses. */
  readonly mediaIds: readonly string[];
};

const maxExamples = 5;
const maxExampleLength = 120;
const maxExampleLengthOfArticle = 300;
const maxTitle = 60;
/** A file may define any number of its own kinds. */
const maxRemarks = 1000;
/** An article may contain any number of faults. */
const maxRemarksOfArticle = 100;
const maxMediaOfArticle = 1000;
/** A logo may be in every article. */
const maxArticlesOfMedia = 20;
/** Remarks about records that were written before. */
const maxLater = 20_000;

const inAll = { remarks: maxRemarks, characters: maxExampleLength };
const inArticle = { remarks: maxRemarksOfArticle, characters: maxExampleLengthOfArticle };

/** What is said in an article about its shortcodes. */
const fates: Readonly<Record<ShortcodeFate, { readonly why: string; readonly loss: Loss }>> = {
  block: { why: 'is kept as a block, which your site has to render', loss: 'look' },
  text: { why: 'is kept as text: it is unknown', loss: 'look' },
  drop: { why: 'is removed; the text within it is kept', loss: 'text' },
};

type MutableRemark = {
  readonly what: string;
  readonly why: string;
  loss: Loss;
  count: number;
  readonly examples: string[];
  articles: number;
  /** The last article that it was said of. */
  latest: Article | undefined;
  isLeftOut: boolean;
};
type Remarks = Map<string, MutableRemark>;

type MutableUse = Omit<ShortcodeUse, 'count' | 'examples'> & {
  count: number;
  readonly examples: { text: string; title: string }[];
};

type MutableUnfetched = Omit<Unfetched, 'articleCount' | 'articles'> & {
  articleCount: number;
  readonly articles: { id: string; title: string }[];
};

type Article = {
  readonly file: string;
  readonly line: number;
  title: string;
  url: string | undefined;
  result: ArticleResult | undefined;
  readonly remarks: Remarks;
  readonly mediaIds: Set<string>;
};

/**
 * Counts what happens to the content of another system. A converter works on one thing at a time and says which with `at`;
 * the following remarks belong to it. `onArticle` gets the notes about each article, which are not kept here.
 */
export class ImportSummary {
  readonly #mapped = new Map<string, { what: string; to: string; count: number }>();
  readonly #changed: Remarks = new Map();
  readonly #skipped: Remarks = new Map();
  readonly #onArticle: ((notes: ArticleNotes) => void) | undefined;
  readonly #later = new Map<string, Remarks>();
  readonly #shortcodes = new Map<string, MutableUse>();
  readonly #unfetched = new Map<string, MutableUnfetched>();
  #file = '';
  #notKept = 0;
  #current: Article | undefined;

  constructor(onArticle?: (notes: ArticleNotes) => void) {
    this.#onArticle = onArticle;
  }

  /** A file is opened. What follows is about no article. */
  open(file: string): void {
    this.#finish();
    this.#file = file;
  }

  /** What follows is about the thing at this line, such as an article: `at(12, 'Hello')`. */
  at(line: number, title: string, url?: string): void {
    this.#finish();
    const about = { file: this.#file, line, title, url: url || undefined, result: undefined };
    this.#current = { ...about, remarks: new Map(), mediaIds: new Set() };
  }

  /** The current article was imported. The record builder calls this. */
  became(title: string, url: string | undefined, result: ArticleResult): void {
    const article = this.#current;
    if (article !== undefined) Object.assign(article, { title, url: url ?? article.url, result });
  }

  /** The current article uses these media. The record builder calls this. */
  uses(mediaId: string): void {
    const mediaIds = this.#current?.mediaIds;
    const isOfInterest = this.#onArticle !== undefined || this.#unfetched.has(mediaId);
    if (isOfInterest && mediaIds !== undefined && mediaIds.size < maxMediaOfArticle) mediaIds.add(mediaId);
  }

  /** Media could not be fetched. This is said before the articles are read, so that those that show them can be listed. */
  unfetched(what: string, mediaId: string, url: string, why: string): void {
    this.#unfetched.set(mediaId, { url, why, articleCount: 0, articles: [] });
    const reason = `could not be fetched from its URL: ${why}`;
    this.#note({ what, why: reason, example: url, loss: 'picture', isLeftOut: false }, `media/${mediaId}`);
  }

  /** Something was imported: `mapped('post', 'news')`. */
  mapped(what: string, to: string): void {
    const key = `${what}\n${to}`;
    const entry = this.#mapped.get(key) ?? { what, to, count: 0 };
    entry.count += 1;
    this.#mapped.set(key, entry);
  }

  /**
   * Something was imported with a change: `changed('post', 'has no slug: …', 'Hello', 'details')`.
   * `about` is a record written before, if that is not the current article: `media/<ID>`, `news/<ID>`.
   */
  changed(what: string, why: string, example: string, loss: Loss = 'look', about?: string): void {
    const fate = { what, why, example, loss, isLeftOut: false };
    this.#count(fate, about);
    this.#note(fate, about);
  }

  /**
   * Something was skipped: `skipped('page', 'pages are not news', 'About us', 'article')`. Without an example it is only
   * counted.
   */
  skipped(what: string, why: string, example: string, loss: Loss = 'text', about?: string): void {
    const fate = { what, why, example, loss, isLeftOut: true };
    this.#count(fate, about);
    this.#note(fate, about);
  }

  /** So many were skipped, of which nothing else is known; they have nothing to do with the current article. */
  skippedMany(what: string, why: string, count: number, loss: Loss): void {
    remark(this.#skipped, inAll, { what, why, example: '', loss, isLeftOut: true, count }, undefined);
  }

  /** Something in the current article was changed or left out. */
  fate(fate: Fate): void {
    const title = this.#current?.title ?? '';
    const where = title === '' ? '' : ` in ${shortened(title)}`;
    const example = fate.example.replaceAll(/\s+/g, ' ').slice(0, maxExampleLength - where.length) + where;
    this.#count({ ...fate, example }, undefined);
    this.#note(fate, undefined);
  }

  /** An unknown shortcode was met in the current article: `shortcode('form', '[form id="1"]', 'text')`. */
  shortcode(name: string, text: string, fate: ShortcodeFate): void {
    const known = name.slice(0, maxExampleLength).toLowerCase();
    const isListed = this.#shortcodes.size < maxRemarks || this.#shortcodes.has(`${known}\n${fate}`);
    const key = isListed ? known : 'others';
    const use = this.#shortcodes.get(`${key}\n${fate}`) ?? {
      name: ownCopy(key),
      fate,
      count: 0,
      examples: [],
    };
    use.count += 1;
    if (use.examples.length < maxExamples)
      use.examples.push({
        text: ownCopy(text.slice(0, maxExampleLength)),
        title: ownCopy((this.#current?.title ?? '').slice(0, maxExampleLength)),
      });
    this.#shortcodes.set(`${key}\n${fate}`, use);
    this.#note({ what: 'shortcode', ...fates[fate], example: text, isLeftOut: fate === 'drop' }, undefined);
  }

  report(): SummaryReport {
    this.#finish();
    return {
      mapped: [...this.#mapped.values()],
      changed: listed(this.#changed),
      skipped: listed(this.#skipped),
      shortcodes: [...this.#shortcodes.values()].toSorted((some, other) => other.count - some.count),
      unfetched: [...this.#unfetched.values()],
    };
  }

  /** How many remarks about records `laterAbout` does not know, because there were too many. */
  get notKept(): number {
    return this.#notKept;
  }

  /** What was said about a record after it was written, for the articles that it belongs to. */
  laterAbout(about: string): readonly Remark[] {
    return notesOf(this.#later.get(about) ?? new Map());
  }

  /** Counts something among all articles. */
  #count(fate: Fate, about: string | undefined): void {
    const article = about === undefined ? this.#current : undefined;
    remark(fate.isLeftOut ? this.#skipped : this.#changed, inAll, fate, article);
  }

  #note(fate: Fate, about: string | undefined): void {
    if (this.#onArticle === undefined) return;
    const remarks = about === undefined ? this.#current?.remarks : this.#remarksAbout(about);
    if (remarks !== undefined) remark(remarks, inArticle, fate, this.#current);
  }

  #remarksAbout(about: string): Remarks | undefined {
    const found = this.#later.get(about);
    if (found === undefined && this.#later.size >= maxLater) this.#notKept += 1;
    if (found !== undefined || this.#later.size >= maxLater) return found;
    const remarks: Remarks = new Map();
    this.#later.set(about, remarks);
    return remarks;
  }

  /** Not everything is an article: attachments and categories are not, unless something says so. */
  #finish(): void {
    const article = this.#current;
    this.#current = undefined;
    if (article === undefined) return;
    for (const mediaId of article.mediaIds) this.#listArticle(this.#unfetched.get(mediaId), article);
    const remarks = notesOf(article.remarks);
    if (article.result !== undefined || remarks.some(({ loss }) => loss === 'article'))
      this.#onArticle?.({ ...article, remarks, mediaIds: [...article.mediaIds] });
  }

  #listArticle(media: MutableUnfetched | undefined, { title, result }: Article): void {
    if (media === undefined || result === undefined) return;
    media.articleCount += 1;
    if (media.articles.length < maxArticlesOfMedia)
      media.articles.push({ id: result.id, title: ownCopy(title.slice(0, maxExampleLength)) });
  }
}

/** Of a title, the beginning is kept; of the path of a file, the end. */
function shortened(title: string): string {
  if (title.length <= maxTitle) return title;
  return /^\S*[/\\]\S*$/.test(title) ? `…${title.slice(1 - maxTitle)}` : `${title.slice(0, maxTitle - 1)}…`;
}

function remark(
  remarks: Remarks,
  most: { readonly remarks: number; readonly characters: number },
  { what, why, example, loss, isLeftOut, count = 1 }: Fate,
  article: Article | undefined,
): void {
  const isKnown = remarks.size < most.remarks || remarks.has(`${what}\n${why}`);
  const named = isKnown
    ? { what, why, loss, isLeftOut }
    : { what: 'others', why: 'there are too many different ones to list', loss, isLeftOut };
  const key = `${named.what}\n${named.why}`;
  const entry = remarks.get(key) ?? { ...named, count: 0, articles: 0, latest: undefined, examples: [] };
  entry.count += count;
  if (article !== undefined && entry.latest !== article) entry.articles += 1;
  entry.latest = article;
  if (losses.indexOf(loss) < losses.indexOf(entry.loss)) entry.loss = loss;
  if (entry.examples.length < maxExamples && example !== '')
    entry.examples.push(ownCopy(example.slice(0, most.characters)));
  remarks.set(key, entry);
}

function listed(remarks: Remarks): readonly Remark[] {
  return [...remarks.values()].map(({ latest: _, articles, isLeftOut: __, ...remark }) =>
    articles === 0 || articles === remark.count ? remark : { ...remark, articles },
  );
}

/** The remarks about one article, or about a record that articles use. */
function notesOf(remarks: Remarks): readonly Remark[] {
  return [...remarks.values()].map(({ latest: _, articles: __, isLeftOut, ...remark }) =>
    isLeftOut ? { ...remark, isLeftOut } : remark,
  );
}
