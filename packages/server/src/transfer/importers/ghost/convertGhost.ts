import type { LineBatch } from '../../ndjson/readLines.ts';
import type { ImportContext, Importer, ImportFile } from '../Importer.ts';
import { type JsonElement, readJson } from '../shared/json/readJson.ts';
import { createRecordBuilder } from '../shared/records/createRecordBuilder.ts';
import { createPosts } from './createPosts.ts';
import { ghostSchemas } from './ghostSchemas.ts';
import { ghostShape, otherTables, surveyGhost } from './surveyGhost.ts';

export const ghost: Importer = {
  title: 'an export of Ghost',
  convert: convertGhost,
  isJson: (members, isAll) => members.has('db') || (members.has('data') && (isAll || members.has('meta'))),
};

/** Reads an export of Ghost: first its tags and the details of posts, then the posts. */
export async function* convertGhost(file: ImportFile, context: ImportContext): AsyncGenerator<LineBatch> {
  const { summary } = context;
  const survey = await surveyGhost(file);
  const builder = createRecordBuilder(context);
  const posts = createPosts(survey, builder, context);

  async function take({ list, line, value }: JsonElement): Promise<void> {
    const other = otherTables.get(list);
    // Without names, because members and authors are people.
    if (other !== undefined) summary.skipped(other, 'has no counterpart here', `line ${line}`);
    if (list !== 'posts') return;
    const post = ghostSchemas.post.safeParse(value).data;
    if (post === undefined) summary.skipped('post', 'has no ID', `line ${line}`);
    else await posts.take(line, post);
  }

  for await (const { bytes, elements } of readJson(file.open(), ghostShape)) {
    for (const element of elements) await take(element);
    yield { bytes, lines: builder.take() };
  }
}
