import { commandsBeyondAscii, escapeCharacter } from './jsonLine.ts';

type Fields = Readonly<Record<string, unknown>>;

const colours: Readonly<Record<string, number>> = { debug: 36, info: 32, warn: 33, error: 31 };
const faint = 2;

/** So that the fields of most lines begin in the same column. */
const messageWidth = 24;

/** Rewrites a line of JSON for people: time, level, message and fields, then the stack of an error, if there is one. */
export function textLine(line: string, isColoured: boolean): string {
  const { level, time, msg, pid, err, ...fields } = fieldsOf(JSON.parse(line)) ?? {};
  const paint = (code: number, text: string) =>
    isColoured && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text;
  const error = fieldsOf(err);
  const { type, message, stack, ...own } = error ?? { ...(err !== undefined && { err }) };
  const told = { ...fields, ...own, ...(pid !== undefined && { pid }) };
  const pairs = Object.entries(told).map(
    ([name, value]) => `${paint(faint, `${plain(name)}=`)}${shown(value)}`,
  );
  const first = [
    paint(faint, plain(`${time ?? ''}`)),
    paint(colours[`${level}`] ?? faint, plain(`${level}`).toUpperCase().padEnd(5)),
    plain(`${msg ?? ''}`).padEnd(pairs.length > 0 ? messageWidth : 0),
    ...pairs,
  ];
  const rest = error === undefined ? [] : `${stack ?? `${type}: ${message}`}`.split(/\r?\n/);
  return [first.join(' '), ...rest.map((each) => `    ${plain(each)}`), ''].join('\n');
}

function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}

/** A text stands for itself, unless it could be taken for several fields. */
function shown(value: unknown): string {
  if (typeof value !== 'string') return plain(JSON.stringify(value));
  return /^[^\s"=]+$/.test(value) && isPlain(value) ? value : plain(JSON.stringify(value));
}

const commands = new RegExp(`[\\u0000-\\u0008\\u000a-\\u001f${commandsBeyondAscii}]`, 'g');

function isPlain(text: string): boolean {
  return text.search(commands) < 0;
}

/** A terminal obeys none of it. */
function plain(text: string): string {
  return isPlain(text) ? text : text.replace(commands, escapeCharacter);
}
