import type { LineBatch } from '../../ndjson/readLines.ts';
import { type ImportContext, type Importer, type ImportFile, ParseError } from '../Importer.ts';
import { readJson } from '../shared/json/readJson.ts';
import { createRecordBuilder } from '../shared/records/createRecordBuilder.ts';
import { contentfulSchemas, pickText, stateOf } from './contentfulSchemas.ts';
import type { ContentTypeRole, NewsFields } from './contentTypeRoles.ts';
import { createArticles } from './createArticles.ts';
import { createLabels } from './createLabels.ts';
import { readAsset } from './readAsset.ts';
import { type ContentfulSurvey, contentfulShape, surveyContentful } from './surveyContentful.ts';

export const contentful: Importer = {
  title: 'an export of Contentful',
  convert: convertContentful,
  // Our own lines may also have `assets`, and `kind` may come after it.
  isJson: (members, isAll) =>
    ['contentTypes', 'entries', ...(isAll ? ['assets', 'locales'] : [])].some((name) => members.has(name)),
};

type Take = (line: number, value: unknown) => void | Promise<void>;

/** Reads an export of `contentful space export`: first its types, assets and labels, then its articles. */
export async function* convertContentful(
  file: ImportFile,
  context: ImportContext,
): AsyncGenerator<LineBatch> {
  const survey = await surveyContentful(file, context);
  const missing = context.types?.find((id) => !survey.types.has(id));
  if (missing !== undefined)
    throw new ParseError(
      1,
      `--type ${missing}: there is no such content type; there are ${[...survey.types.keys()].slice(0, 50).join(', ')}`,
    );
  for (const id of context.types ?? [])
    if (survey.roles.get(id)?.as !== 'news')
      throw new ParseError(
        1,
        `--type ${id}: has no title with a text; name its fields with --field title=… --field body=…`,
      );
  if (survey.types.size === 0)
    throw new ParseError(1, 'contentTypes: is empty; export the space with its content model');
  const builder = createRecordBuilder(context);
  reportTypes(survey, context);
  const take = createTakes(survey, builder, context);
  for await (const { bytes, elements } of readJson(file.open(), contentfulShape)) {
    for (const { list, line, value } of elements) await take[list]?.(line, value);
    yield { bytes, lines: builder.take() };
  }
}

function reportTypes({ types, roles }: ContentfulSurvey, { summary, withPages }: ImportContext): void {
  for (const [id, { name }] of types) {
    const role = roles.get(id);
    if (role === undefined || role.as === 'nothing')
      summary.skipped(`content type ${id}`, role?.why ?? '', name, 'nothing');
    else if (role.as === 'page' && !withPages)
      summary.skipped(`content type ${id}`, noPages, name, 'nothing');
    else if ('fields' in role)
      summary.mapped(`content type ${id} (${fieldsText(role.fields)})`, nouns[role.as]);
    else summary.mapped(`content type ${id}`, nouns[role.as]);
  }
}

/** Which fields were chosen, as a proposal that `--field` can change. */
function fieldsText(fields: NewsFields): string {
  const { title, body, slug, date, picture, authors, excerpt, categories, tags } = fields;
  const all = {
    title,
    body,
    slug,
    date,
    picture,
    authors,
    excerpt,
    category: categories.join('+'),
    tags: tags.join('+'),
  };
  return Object.entries(all)
    .flatMap(([role, name]) => (name ? `${role}=${name}` : []))
    .join(' ');
}

const noPages = 'pages are not news; use --pages to import them';
const whyNoAsset = {
  published: 'has no file',
  draft: 'was never published',
  archived: 'is archived',
} as const;
const nouns = { news: 'news', page: 'news', category: 'categories', tag: 'tags' } as const;

function createTakes(
  survey: ContentfulSurvey,
  builder: ReturnType<typeof createRecordBuilder>,
  context: ImportContext,
): Readonly<Record<string, Take>> {
  const { summary, withPages } = context;
  const labels = createLabels(survey, builder, context);
  const articles = createArticles(survey, { builder, labels, context });

  return {
    entries: async (line, value) => {
      summary.at(line, `line ${line}`);
      const parsed = contentfulSchemas.entry.safeParse(value);
      if (!parsed.success)
        return summary.skipped('entry', 'is not in the format of Contentful', `line ${line}`, 'article');
      const entry = parsed.data;
      summary.at(line, entry.sys.id);
      const type = entry.sys.contentType.sys.id;
      const role = survey.roles.get(type);
      const why = whyNot(role, withPages);
      if (stateOf(entry.sys) === 'archived') summary.skipped('entry', 'is archived', entry.sys.id, 'nothing');
      else if (role === undefined)
        summary.skipped('entry', 'its content type is not in the file', entry.sys.id, 'article');
      else if (why !== undefined) summary.skipped(`entry of type ${type}`, why, entry.sys.id, 'article');
      else if (role.as === 'news' || role.as === 'page') await articles.take(line, entry, role.fields);
      else if (role.as === 'category' || role.as === 'tag') {
        const label = survey.labels.get(entry.sys.id);
        if (label === undefined) summary.skipped(role.as, 'was never published', entry.sys.id, 'nothing');
        else labels.put(role.as, label);
      }
    },
    assets: async (line, value) => {
      summary.at(line, `line ${line}`);
      const parsed = contentfulSchemas.asset.safeParse(value);
      if (!parsed.success)
        return summary.skipped('asset', 'is not in the format of Contentful', `line ${line}`, 'picture');
      const { sys, fields } = parsed.data;
      const asset = readAsset(survey.assetOf(sys.id), survey.locale);
      if (asset !== undefined) await builder.media(asset.media);
      else
        summary.skipped(
          'asset',
          whyNoAsset[stateOf(sys)],
          pickText(fields.title, survey.locale) ?? sys.id,
          'picture',
        );
    },
  };
}

function whyNot(role: ContentTypeRole | undefined, withPages: boolean): string | undefined {
  if (role?.as === 'nothing') return role.why;
  return role?.as === 'page' && !withPages ? noPages : undefined;
}
