import type { LineBatch } from '../../../ndjson/readLines.ts';
import { type ImportContext, ParseError } from '../../Importer.ts';
import { ImportSummary } from '../../ImportSummary.ts';
import { createRecordBuilder } from '../records/createRecordBuilder.ts';
import type { SourceLabel } from '../records/SourceContent.ts';
import { untilFault } from '../untilFault.ts';
import { hiddenBy, needsValue, type Viewing } from '../visibility/hiddenBy.ts';
import { createArticles, textOf } from './createArticles.ts';
import { createLabels, labelOf } from './createLabels.ts';
import type { DocumentSource, DocumentType, Part, SourceDocument } from './Documents.ts';
import { findRoles, type NewsFields, type TypeRole } from './findRoles.ts';

type Roles = ReadonlyMap<string, TypeRole>;

/** Converts an export of documents: first it collects labels, authors and parts of texts, then it writes articles. */
export async function* convertDocuments(
  source: DocumentSource,
  context: ImportContext,
): AsyncGenerator<LineBatch> {
  const { summary } = context;
  const builder = createRecordBuilder(context);
  const roles = findRoles(source.types, context);
  checkChoices(source, roles, context);
  await checkGuess(source, roles, context);
  reportTypes(source, roles, context);
  const { labels: known, partOf, neededBy, isCut } = await survey(source, roles, context);
  const labels = createLabels({ source, builder, summary, known });
  const types = new Map(source.types.map((type) => [type.id, type]));
  const articles = createArticles({ source, types, neededBy, partOf, builder, labels, context });

  for await (const { bytes, documents, media = [], faults = [] } of source.read(summary)) {
    for (const document of documents) {
      const { id, type } = document;
      summary.at(document.line, id);
      const role = roles.get(type);
      const why = whyNot(role, context.withPages);
      if (role === undefined)
        summary.skipped(source.words.document, `its ${source.words.type} is not in the file`, id, 'article');
      else if (why !== undefined)
        summary.skipped(`${source.words.document} of type ${type}`, why, id, 'article');
      else if (role.as === 'news' || role.as === 'page')
        await articles.take(isCut ? unsure(document) : document, role.fields);
      else if (role.as === 'category' || role.as === 'tag') {
        const label = known.get(id);
        if (label !== undefined) builder[role.as](label);
        else summary.skipped(role.as, 'was never published, or has no name', id, 'nothing');
      }
    }
    for (const each of media) await builder.media(each);
    yield { bytes, lines: [...builder.take(), ...faults] };
  }
}

/** What cannot be read, as the end of a file that is cut off, may decide who can see its documents. */
function unsure(document: SourceDocument): SourceDocument {
  const why = 'a part of the file cannot be read, which may have said who can see it';
  return { ...document, isDraft: document.isDraft || why };
}

/** How much of the parts of texts is kept in memory, as JSON. */
const mostParts = 64 * 1024 * 1024;

/** Published labels, authors and parts of texts, and the fields without which a document is not clearly public. */
async function survey(source: DocumentSource, roles: Roles, { now, timeZone }: ImportContext) {
  const labels = new Map<string, SourceLabel>();
  /** As JSON, which takes a quarter of the memory: there may be very many. */
  const parts = new Map<string, string>();
  let size = 0;
  const required = createRequired(source.types, { now, timeZone });
  /** What labels and parts lack, which matters if other documents of their type have it. */
  const lacking = new Map<string, { readonly type: string; readonly names: readonly string[] }>();

  function add(document: SourceDocument): void {
    const { line, id, type, fields, isDraft, hiddenFields } = document;
    const role = roles.get(type);
    if (role === undefined || isDraft !== false) return;
    const names = required.add(type, fields);
    if (role.as === 'news' || role.as === 'page') return;
    // What a label is called hides the articles that have it. The role of an author is no state.
    const own = 'name' in role ? { ...fields, [role.name]: '', [role.slug ?? role.name]: '' } : fields;
    const shown = role.as === 'author' ? new Set(Object.keys(fields)) : undefined;
    if (hiddenBy(own, { now, timeZone, shown }) !== undefined) return;
    if (names.length > 0) lacking.set(id, { type, names });
    if (role.as === 'category' || role.as === 'tag') {
      const [label] = labelOf(line, textOf(fields[role.name]) ?? '', textOf(fields[role.slug ?? '']));
      if (label !== undefined) labels.set(id, label);
    }
    if ((role.as === 'nothing' || role.as === 'author') && size < mostParts) {
      const readable = Object.entries(fields).filter(([name]) => !hiddenFields?.has(name));
      const part = JSON.stringify({ type, fields: Object.fromEntries(readable) });
      size += part.length;
      parts.set(id, part);
    }
  }

  // What is left out is reported when articles are written.
  let isCut = false;
  const whole = untilFault(source.read(new ImportSummary()), () => (isCut = true));
  for await (const { documents, faults = [] } of whole) {
    documents.forEach(add);
    isCut ||= faults.length > 0;
  }
  const neededBy = required.all();
  for (const [id, { type, names }] of lacking)
    if (names.some((name) => neededBy.get(type)?.includes(name))) {
      labels.delete(id);
      parts.delete(id);
    }
  const partOf = (id: string): Part | undefined => {
    const part = parts.get(id);
    return part === undefined ? undefined : JSON.parse(part);
  };
  return { labels, partOf, neededBy, isCut };
}

/**
 * Learns which fields a document needs to be clearly public: if some documents of a type are approved, one that says nothing
 * about it is not.
 */
function createRequired(types: readonly DocumentType[], viewing: Viewing) {
  const able = new Map(
    types.map(({ id, fields }) => [
      id,
      // A date that is missing hides nothing.
      fields.filter((field) => field.kind !== 'date' && needsValue(field.id)).map((field) => field.id),
    ]),
  );
  const used = new Map<string, Set<string>>();
  return {
    /** The names of such fields that a document lacks. */
    add(type: string, fields: SourceDocument['fields']): readonly string[] {
      const names = able.get(type) ?? [];
      for (const name of names) {
        const value = fields[name];
        const isPublic = value !== undefined && hiddenBy({ [name]: value }, viewing) === undefined;
        if (isPublic) used.set(type, (used.get(type) ?? new Set()).add(name));
      }
      return names.filter((name) => fields[name] === undefined);
    },
    all: (): ReadonlyMap<string, readonly string[]> =>
      new Map([...used].map(([type, names]) => [type, [...names]])),
  };
}

function checkChoices(
  { types, words }: DocumentSource,
  roles: Roles,
  { types: given, fields }: ImportContext,
) {
  const all = (names: readonly string[]) => [...new Set(names)].slice(0, 50).join(', ');
  const missing = given?.find((id) => !roles.has(id));
  if (missing !== undefined)
    throw new ParseError(
      1,
      `--type ${missing}: there is no such ${words.type}; there are ${all([...roles.keys()])}`,
    );
  for (const id of given ?? [])
    if (roles.get(id)?.as !== 'news')
      throw new ParseError(
        1,
        `--type ${id}: has no title with a text; name its fields with --field title=… --field body=…`,
      );
  const known = types.flatMap((type) => type.fields.map(({ id }) => id));
  for (const [role, name] of fields ?? [])
    if (!known.includes(name))
      throw new ParseError(1, `--field ${role}=${name}: there is no such field; there are ${all(known)}`);
}

/** Rather than guess which documents are for the public, the import asks. */
async function checkGuess(source: DocumentSource, roles: Roles, { withPages }: ImportContext): Promise<void> {
  const all = [...roles.values()];
  if (all.some(({ as }) => as === 'news' || (as === 'page' && withPages))) return;
  const candidates = [...roles].flatMap(([id, role]) =>
    role.as === 'nothing' && role.isCandidate ? id : [],
  );
  if (candidates.length === 0) return;
  const counts = new Map(candidates.map((id) => [id, 0]));
  for await (const { documents } of source.read(new ImportSummary()))
    for (const { type } of documents) if (counts.has(type)) counts.set(type, (counts.get(type) ?? 0) + 1);
  const sorted = [...counts].toSorted(([, some], [, other]) => other - some);
  const listed = sorted.slice(0, 50).map(([id, count]) => `${id} (${count})`);
  throw new ParseError(
    1,
    `no ${source.words.type} is clearly that of public articles; there are ${listed.join(', ')}. ` +
      `Name those to import: --type ${sorted[0]?.[0] ?? ''}; it can be repeated`,
  );
}

function reportTypes(
  { types, words }: DocumentSource,
  roles: Roles,
  { summary, withPages }: ImportContext,
): void {
  for (const { id, name } of types) {
    const role = roles.get(id);
    const why = whyNot(role, withPages);
    if (role === undefined || role.as === 'nothing' || why !== undefined)
      summary.skipped(`${words.type} ${id}`, why ?? '', name, 'nothing');
    else if ('fields' in role)
      summary.mapped(`${words.type} ${id} (${fieldsText(role.fields)})`, nouns[role.as]);
    else summary.mapped(`${words.type} ${id}`, nouns[role.as]);
  }
}

/** Which fields were chosen, as a proposal that `--field` can change. */
function fieldsText(fields: NewsFields): string {
  const { title, body, parts, slug, date, picture, authors, excerpt, categories, tags } = fields;
  const all = {
    ...{ title, body, parts, slug, date, picture, authors, excerpt },
    category: categories.join('+'),
    tags: tags.join('+'),
  };
  return Object.entries(all)
    .flatMap(([role, name]) => (name ? `${role}=${name}` : []))
    .join(' ');
}

const nouns = {
  news: 'news',
  page: 'news',
  category: 'categories',
  tag: 'tags',
  author: 'authors of news',
} as const;

function whyNot(role: TypeRole | undefined, withPages: boolean): string | undefined {
  if (role?.as === 'nothing') return role.why;
  return role?.as === 'page' && !withPages ? 'pages are not news; use --pages to import them' : undefined;
}
