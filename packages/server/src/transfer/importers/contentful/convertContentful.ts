import type { LineBatch } from '../../readLines.ts';
import type { Conversion, ForeignFile } from '../Conversion.ts';
import { createShelving } from '../createShelving.ts';
import { ForeignFault } from '../ForeignFault.ts';
import { readJson } from '../readJson.ts';
import { contentfulSchemas, stateOf } from './contentfulSchemas.ts';
import type { ContentTypeRole } from './contentTypeRoles.ts';
import { createArticles } from './createArticles.ts';
import { createLabels } from './createLabels.ts';
import { pickText } from './pickLocale.ts';
import { readAsset } from './readAsset.ts';
import { type ContentfulSurvey, contentfulShape, surveyContentful } from './surveyContentful.ts';

type Take = (line: number, value: unknown) => void | Promise<void>;

/** Reads what `contentful space export` writes: first for its types, assets and labels, then for its articles. */
export async function* convertContentful(
  file: ForeignFile,
  conversion: Conversion,
): AsyncGenerator<LineBatch> {
  const survey = await surveyContentful(file);
  if (survey.types.size === 0)
    throw new ForeignFault(1, 'contentTypes: there are none; export the space with its content model');
  const shelving = createShelving(conversion);
  accountForTypes(survey, conversion);
  const take = createTakes(survey, shelving, conversion);
  for await (const { bytes, elements } of readJson(file.open(), contentfulShape)) {
    for (const { list, line, value } of elements) await take[list]?.(line, value);
    yield { bytes, lines: shelving.take() };
  }
}

function accountForTypes({ types, roles }: ContentfulSurvey, { account, withPages }: Conversion): void {
  for (const [id, { name }] of types) {
    const role = roles.get(id);
    if (role === undefined || role.as === 'nothing')
      account.skipped(`content type ${id}`, role?.why ?? '', name);
    else if (role.as === 'page' && !withPages) account.skipped(`content type ${id}`, noPages, name);
    else account.mapped(`content type ${id}`, nouns[role.as]);
  }
}

const noPages = 'pages are no news; --pages takes them over';
const whyNoAsset = {
  published: 'has no file',
  draft: 'was never published',
  archived: 'is archived',
} as const;
const nouns = { news: 'news', page: 'news', category: 'categories', tag: 'tags' } as const;

function createTakes(
  survey: ContentfulSurvey,
  shelving: ReturnType<typeof createShelving>,
  conversion: Conversion,
): Readonly<Record<string, Take>> {
  const { account, withPages } = conversion;
  const labels = createLabels(survey, shelving, conversion);
  const articles = createArticles(survey, { shelving, labels, conversion });

  return {
    entries: async (line, value) => {
      const parsed = contentfulSchemas.entry.safeParse(value);
      if (!parsed.success) return account.skipped('entry', 'is not what Contentful writes', `line ${line}`);
      const entry = parsed.data;
      const type = entry.sys.contentType.sys.id;
      const role = survey.roles.get(type);
      const why = whyNot(role, withPages);
      if (stateOf(entry.sys) === 'archived') account.skipped('entry', 'is archived', entry.sys.id);
      else if (role === undefined)
        account.skipped('entry', 'its content type is not in the file', entry.sys.id);
      else if (why !== undefined) account.skipped(`entry of type ${type}`, why, entry.sys.id);
      else if (role.as === 'news' || role.as === 'page') await articles.take(line, entry, role.fields);
      else if (role.as === 'category' || role.as === 'tag') {
        const label = survey.labels.get(entry.sys.id);
        if (label === undefined) account.skipped(role.as, 'was never published', entry.sys.id);
        else labels.put(role.as, label);
      }
    },
    assets: async (line, value) => {
      const parsed = contentfulSchemas.asset.safeParse(value);
      if (!parsed.success) return account.skipped('asset', 'is not what Contentful writes', `line ${line}`);
      const { sys, fields } = parsed.data;
      const asset = readAsset(survey.assetOf(sys.id), survey.locale);
      if (asset !== undefined) await shelving.media(asset.media);
      else
        account.skipped('asset', whyNoAsset[stateOf(sys)], pickText(fields.title, survey.locale) ?? sys.id);
    },
  };
}

function whyNot(role: ContentTypeRole | undefined, withPages: boolean): string | undefined {
  if (role?.as === 'nothing') return role.why;
  return role?.as === 'page' && !withPages ? noPages : undefined;
}
