/** The longest line. */
const mostLineCharacters = 16_384;

/** The longest text in a log or message, which may be untrusted. */
const mostTextCharacters = 2048;

const pid = process.pid;

/**
 * Writes a line of the log. At `info`, each request is a line: that is why there is no library here. Pino takes more than
 * twice as long.
 */
export function jsonLine(level: string, fields: object, message: string): string {
  const err = 'err' in fields ? fields.err : undefined;
  const told = err instanceof Error ? { ...fields, err: describeError(err) } : fields;
  try {
    return boundedLine(JSON.stringify({ level, time: timeNow(), pid, ...told, msg: message }));
  } catch (error) {
    // A value that refers to itself, say.
    return boundedLine(JSON.stringify({ level, time: timeNow(), pid, msg: message, unwritten: `${error}` }));
  }
}

let [time, timeText] = [0, ''];

function timeNow(): string {
  const now = Date.now();
  if (now !== time) [time, timeText] = [now, new Date(now).toISOString()];
  return timeText;
}

/** An error with its causes, and what it carries besides. */
function describeError(error: Error): object {
  const causes = causesOf(error);
  const { message: _, stack: __, cause: ___, ...own } = { ...error };
  return {
    type: error.constructor.name,
    message: causes.map(({ message }) => message).join(': '),
    stack: causes.map(({ stack, name, message }) => stack ?? `${name}: ${message}`).join('\ncaused by: '),
    ...own,
  };
}

const mostCauses = 10;

function causesOf(error: Error): readonly Error[] {
  const causes = [error];
  for (let { cause } = error; cause instanceof Error && causes.length < mostCauses; { cause } = cause)
    causes.push(cause);
  return causes;
}

/** Bounds a line: one that is short as a whole has no long parts. */
function boundedLine(line: string): string {
  if (line.length <= mostTextCharacters) return safeJson(line);
  const fields: unknown = JSON.parse(line, (_, value: unknown) =>
    typeof value === 'string' ? bounded(value) : value,
  );
  const shorter = JSON.stringify(fields);
  if (shorter.length <= mostLineCharacters) return safeJson(shorter);
  const start = bounded(line);
  return safeJson(JSON.stringify({ level: 'error', msg: 'a line of the log was too long', start }));
}

/** Shortens a long text, and appends its length. */
export function bounded(text: string): string {
  if (text.length <= mostTextCharacters) return text;
  return `${text.slice(0, mostTextCharacters).toWellFormed()}… (${text.length} characters)`;
}

/**
 * Characters beyond ASCII that a terminal obeys rather than shows, and those that change the direction of text. Clients
 * send whatever they like in a header.
 */
export const commandsBeyondAscii = '\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';

const commands = new RegExp(`[${commandsBeyondAscii}]`);
const everyCommand = new RegExp(commands, 'g');

/** JSON itself escapes only the first 32 of them; an escape means the same inside its strings. */
export function safeJson(line: string): string {
  return commands.test(line) ? line.replace(everyCommand, escapeCharacter) : line;
}

/** A character as JSON escapes it. */
export function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
