import { outsideCode, outsideFences } from './outsideCode.ts';

const definition = /^ {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*(.*)$/;
const reference = /\[\^([^\]\s]{1,100})\]/g;

/** Puts the footnotes of Markdown into a list at its end, and numbers where they are spoken of. */
export function withFootnotes(markdown: string): string {
  if (!markdown.includes('[^')) return markdown;
  const notes = new Map<string, string[]>();
  const body = outsideFences(markdown, (text) => takeNotes(text, notes));
  if (notes.size === 0) return markdown;
  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => {
    const number = numbers.get(name) ?? numbers.size + 1;
    numbers.set(name, number);
    return number;
  };
  const numbered = outsideCode(body, (text) =>
    text.replaceAll(reference, (whole, name: string) =>
      notes.has(name) ? `<sup>${numberOf(name)}</sup>` : whole,
    ),
  );
  for (const name of notes.keys()) numberOf(name);
  const list = [...numbers].map(
    ([name, number]) => `${number}. ${(notes.get(name) ?? []).join('\n    ').trim()}`,
  );
  return `${numbered}\n\n${list.join('\n')}\n`;
}

/** Text without its footnotes, which go to `notes`: a note ends before an empty line, unless more of it is indented. */
function takeNotes(text: string, notes: Map<string, string[]>): string {
  const rest: string[] = [];
  let note: string[] | undefined;
  for (const line of text.split('\n')) {
    const [, name, first = ''] = definition.exec(line) ?? [];
    const isMore = line.trim() === '' || /^(?: {2}|\t)/.test(line) || note?.at(-1)?.trim() !== '';
    if (name !== undefined) {
      note = [first];
      notes.set(name, note);
    } else if (note !== undefined && isMore) note.push(line.trim());
    else {
      note = undefined;
      rest.push(line);
    }
  }
  return rest.join('\n');
}
