import { limits } from '@newsstand/contract';
import { type ImportContext, type ImportFile, ParseError } from '../Importer.ts';
import type { Loss } from '../ImportSummary.ts';
import { checkedUtf8 } from '../shared/text/encodings.ts';
import type { Values } from './createFields.ts';
import type { IsNote } from './findNotes.ts';
import type { MarkdownPlace } from './findPicture.ts';
import { type Permalink, permalinkOf } from './permalinkOf.ts';
import { chosenNames, type MarkdownArticle, readArticle } from './readArticle.ts';
import { type FileName, readFileName } from './readFileName.ts';
import { type FrontMatter, readFrontMatter } from './readFrontMatter.ts';

/** A Markdown file. Its ID is derived from `path`, which is relative to the root. */
export type MarkdownFile = ImportFile & {
  readonly path: string;
  /** Whether its folder contains only pages. */
  readonly isPage: boolean;
  /** The names of the folders above the root. */
  readonly parents?: readonly string[];
  /** The fields that it inherits from the folders above it. */
  readonly inherited?: Values;
  /** The pattern of its address in the settings of its site. */
  readonly permalink?: Permalink | undefined;
  /** The path below which its site was; default: the root of its host. */
  readonly base?: string;
  /** By default, nothing in brackets is a link to a note. */
  readonly isNote?: IsNote | undefined;
  /** Undefined if there is no folder with images. */
  readonly place: MarkdownPlace | undefined;
};

/** A file that was read, and the article that it describes. */
export type OpenMarkdown = {
  readonly bytes: number;
  readonly name: FileName;
  readonly front: FrontMatter;
  readonly article: MarkdownArticle;
  /** Where it was on its site. */
  readonly addresses: readonly string[];
  /** Whether it is a draft, or has no date that could publish it. */
  readonly isDraft: boolean;
  /** Why it does not become news, as far as its name and its front matter tell. */
  readonly leftOut: LeftOut | undefined;
};

type LeftOut = { readonly what: string; readonly why: string; readonly loss: Loss };

/** Reads a file. Throws if it cannot be read. */
export async function openMarkdown(file: MarkdownFile, context: ImportContext): Promise<OpenMarkdown> {
  const { bytes, text } = await readText(file);
  const name = readFileName(file.path, file.parents);
  const front = readFrontMatter(text, file.inherited, chosenNames(context.fields));
  const article = readArticle(front.fields, name, context);
  const { permalink = { pattern: '' }, base = '' } = file;
  const pattern = article.permalink ?? permalink.pattern;
  const named = { ...article, name: name.name, fileName: name.fileName, ownSlug: front.fields.text('slug') };
  const categories = article.categories.map((each) => each.slug);
  const own =
    pattern === ''
      ? []
      : permalinkOf({ ...permalink, pattern }, { ...named, categories, timeZone: context.timeZone });
  return {
    ...{ bytes, name, front, article },
    addresses: [...own, ...article.addresses].map((each) => (each.startsWith('/') ? base + each : each)),
    isDraft: article.isDraft || (article.publishedAt === undefined && !context.publishesUndated),
    leftOut: whyLeftOut(file, front, article, context.withPages),
  };
}

async function readText(file: MarkdownFile): Promise<{ readonly bytes: number; readonly text: string }> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of checkedUtf8(file.open())) {
    bytes += chunk.length;
    if (bytes > limits.importLineBytes)
      throw new ParseError(1, `the file is longer than ${limits.importLineBytes} bytes`);
    chunks.push(chunk.slice());
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks));
  return { bytes, text: text.replaceAll(/\r\n?/g, '\n') };
}

function whyLeftOut(
  file: MarkdownFile,
  front: FrontMatter,
  article: MarkdownArticle,
  withPages: boolean,
): LeftOut | undefined {
  if (isAboutTheFolder(file.path) && front.fields.names.length === 0)
    return { what: 'file', why: 'describes its folder, and has no front matter', loss: 'nothing' };
  if (!withPages && (file.isPage || article.isPage || /^index\.\w+$/i.test(file.path)))
    return { what: 'page', why: 'pages are not news; use --pages to import them', loss: 'article' };
  return undefined;
}

function isAboutTheFolder(path: string): boolean {
  return /(^|\/)(readme|license|contributing|changelog|code_of_conduct|security)\.\w+$/i.test(path);
}
