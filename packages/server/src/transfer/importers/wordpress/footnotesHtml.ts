import { z } from 'zod';
import { writeAttribute } from '../shared/html/writeHtml.ts';

const footnotes = z.array(z.object({ id: z.string(), content: z.string() }));

/** The footnotes of a post, which stand in a field of it, as a list; undefined where there are none to be read. */
export function footnotesHtml(json: string | undefined): string | undefined {
  const { data } = footnotes.safeParse(parsed(json ?? ''));
  const items = data?.map(({ id, content }) => `<li><span${writeAttribute('id', id)}>${content}</span></li>`);
  return items && `<ol>${items.join('')}</ol>`;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
