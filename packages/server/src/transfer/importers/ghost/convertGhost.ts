import type { LineBatch } from '../../readLines.ts';
import type { Conversion, ForeignFile } from '../Conversion.ts';
import { createShelving } from '../createShelving.ts';
import { type JsonElement, readJson } from '../readJson.ts';
import { createPosts } from './createPosts.ts';
import { ghostSchemas } from './ghostSchemas.ts';
import { ghostShape, otherTables, surveyGhost } from './surveyGhost.ts';

/** Reads what Ghost's `Export` gives: first for its tags and what else is said of posts, then for the posts. */
export async function* convertGhost(file: ForeignFile, conversion: Conversion): AsyncGenerator<LineBatch> {
  const { account } = conversion;
  const survey = await surveyGhost(file);
  const shelving = createShelving(conversion);
  const posts = createPosts(survey, shelving, conversion);

  async function take({ list, line, value }: JsonElement): Promise<void> {
    const other = otherTables.get(list);
    // Without a name: members and authors are people.
    if (other !== undefined) account.skipped(other, 'news have no such thing', `line ${line}`);
    if (list !== 'posts') return;
    const post = ghostSchemas.post.safeParse(value).data;
    if (post === undefined) account.skipped('post', 'has no ID', `line ${line}`);
    else await posts.take(line, post);
  }

  for await (const { bytes, elements } of readJson(file.open(), ghostShape)) {
    for (const element of elements) await take(element);
    yield { bytes, lines: shelving.take() };
  }
}
