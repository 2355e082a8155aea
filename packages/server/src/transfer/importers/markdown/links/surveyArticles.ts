import { articleAddress } from '../../../articleAddress.ts';
import { type ImportContext, ParseError } from '../../Importer.ts';
import { ImportSummary } from '../../ImportSummary.ts';
import { inUtf8 } from '../../runImporter.ts';
import { createLineBuffer } from '../../shared/records/createLineBuffer.ts';
import { hashNumber, stableId } from '../../shared/text/stableId.ts';
import { type MarkdownFile, type OpenMarkdown, openMarkdown } from '../openMarkdown.ts';
import { isOnlyRedirect } from '../readBody.ts';
import { placeOf } from './readLink.ts';

/** What a link to a file of the import leads to. */
export type LinkTarget = {
  readonly place: string;
  /** Undefined if it is neither imported, nor has an address. */
  readonly href: string | undefined;
  /** What readers find there. */
  readonly state: 'seen' | 'unseen' | 'left out';
};

/** The files of an import, as links find them. */
export type Articles = {
  /** By a place. */
  at(place: string): LinkTarget | undefined;
  /** By the end of its place, if only one file has it. */
  named(path: string): LinkTarget | undefined;
};

/**
 * Reads all files of an import, in the order in which they will be imported, and finds out where each of them will be.
 * A link may lead to a file that comes later, and its alias depends on those before it.
 */
export async function surveyArticles(
  files: Iterable<MarkdownFile>,
  context: ImportContext,
): Promise<Articles> {
  const { aliasOf } = createLineBuffer({ ...context, summary: new ImportSummary() });
  const places = new Map<number, LinkTarget>();
  const names = new Map<number, LinkTarget[]>();
  for (const file of files) {
    const found = await tryOpen(file, context);
    const place = placeOf(`${file.place?.root ?? ''}/${file.path}`);
    const target = {
      place,
      ...(found === undefined ? nothing : await targetOf(file, found, context, aliasOf)),
    };
    places.set(hashNumber(place), target);
    const key = hashNumber(lastName(place));
    const others = names.get(key);
    if (others === undefined) names.set(key, [target]);
    else others.push(target);
  }
  return {
    at: (place) => places.get(hashNumber(place)),
    named(path) {
      const end = `/${placeOf(path).replace(/^\/+/, '')}`.toLowerCase();
      const found = (names.get(hashNumber(lastName(end))) ?? []).filter(({ place }) =>
        place.toLowerCase().endsWith(end),
      );
      return found.length === 1 ? found[0] : undefined;
    },
  };
}

const nothing = { href: undefined, state: 'left out' } as const;

function lastName(place: string): string {
  return place.slice(place.lastIndexOf('/') + 1).toLowerCase();
}

/** A file that cannot be read is reported when its turn comes. */
async function tryOpen(file: MarkdownFile, context: ImportContext): Promise<OpenMarkdown | undefined> {
  try {
    return await openMarkdown({ ...file, open: inUtf8(file, context).open }, context);
  } catch (error) {
    if (error instanceof ParseError) return undefined;
    throw error;
  }
}

async function targetOf(
  file: MarkdownFile,
  open: OpenMarkdown,
  context: ImportContext,
  aliasOf: ReturnType<typeof createLineBuffer>['aliasOf'],
): Promise<Omit<LinkTarget, 'place'>> {
  const { article, name, addresses, isDraft } = open;
  if (open.leftOut !== undefined || (await isOnlyRedirect(file, open, context)))
    return { href: addresses[0], state: 'left out' };
  const id = stableId(name.id);
  const alias = aliasOf('news', 'post', id, article.slug)?.toWellFormed();
  const { instanceId } = context.target;
  const { publishedAt = 0, closingAt = Infinity } = article;
  const isSeen = !isDraft && publishedAt <= context.now && context.now < closingAt;
  // The slug of a hidden article may tell what it is about; its ID is made of the path that the link names already.
  const shown = isSeen ? { id, instanceId, alias } : { id, instanceId };
  return {
    href: articleAddress(context.articlePath ?? defaultPath, shown),
    state: isSeen ? 'seen' : 'unseen',
  };
}

/** Where links that editors make in the console lead. */
const defaultPath = '/{instance}/{alias}';
