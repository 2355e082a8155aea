import { type Fault, faultAt, limits, parseJson } from '@newsstand/contract';
import type { z } from 'zod';
import { describeIssues } from '../../transfer/ndjson/describeIssues.ts';
import { ApiProblem, invalidBody, invalidMember, mostFaults } from './ApiProblem.ts';

/** Bodies without a session are small, and of the others only items are large. */
const mostBytes = { stranger: 64 * 1024, item: limits.importLineBytes, other: 1024 * 1024 } as const;

/** The type of a body, which determines its largest size. */
export type BodyOf = keyof typeof mostBytes;

/** How long the body of a stranger may take: a request that never ends takes the place of others. */
export const strangerMilliseconds = 10_000;

/** The body of a request, within `patience` if it is a stranger's. If there is one, its type must be JSON. */
export async function readBytes(
  request: Request,
  of: BodyOf,
  patience = strangerMilliseconds,
): Promise<Uint8Array> {
  const most = mostBytes[of];
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge(most);
  const bytes = await collect(request, most, of === 'stranger' ? patience : undefined);
  if (bytes.length > 0) checkType(request);
  return bytes;
}

/** The body of a request as a form, as one of a provider. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded')
    throw new ApiProblem(
      'unsupported_type',
      'send a form, with content-type: application/x-www-form-urlencoded',
    );
  const bytes = await collect(request, mostBytes.stranger, strangerMilliseconds);
  return new URLSearchParams(decodeBody(bytes));
}

/** A body as text. */
export function decodeBody(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidMember('', 'not_utf8');
  }
}

/** Whether a body is large, or of unknown size. */
export function isLarge({ headers }: Request): boolean {
  return headers.has('transfer-encoding') || Number(headers.get('content-length') ?? 0) > mostBytes.other;
}

/** Parses a JSON body; an empty one is undefined, which a schema may allow. */
export function parseBody<T>(text: string, schema: z.ZodType<T>): T {
  const { value, faults } = text.trim() === '' ? { value: undefined } : parseJson(text);
  if (faults !== undefined) throw invalidBody(faults);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidBody(describeIssues(schema, value, result.error.issues));
}

/** Parses the query of a URL; each name at most once. */
export function parseQuery<T>({ search, searchParams: query }: URL, schema: z.ZodType<T>): T {
  const names = [...query.keys()];
  const twice = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  const value = Object.fromEntries(query);
  const result = schema.safeParse(value);
  const faults = result.success ? [] : describeIssues(schema, value, result.error.issues);
  const errors = [
    ...undecodedFaults(search.slice(1)),
    ...faults,
    ...twice.map((path) => faultAt(path, 'twice')),
  ];
  if (result.success && errors.length === 0) return result.data;
  throw new ApiProblem('invalid_parameters', 'see errors for what to change', {
    errors: errors.slice(0, mostFaults),
  });
}

/** Invalid escapes, which the decoder of URLs would silently replace. */
function undecodedFaults(search: string): readonly Fault[] {
  return search.split('&').flatMap((pair) => {
    try {
      decodeURIComponent(pair);
      return [];
    } catch {
      const [path = ''] = new URLSearchParams(pair).keys();
      return [faultAt(path, 'not_percent_encoded')];
    }
  });
}

async function collect(request: Request, most: number, patience?: number): Promise<Uint8Array> {
  const late = Promise.withResolvers<'late'>();
  const timer = patience === undefined ? undefined : setTimeout(() => late.resolve('late'), patience);
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  try {
    while (reader !== undefined && size <= most) {
      const next = await Promise.race([reader.read(), late.promise]);
      if (next === 'late') throw tooSlow();
      if (next.done) break;
      size += next.value.length;
      pieces.push(next.value);
    }
  } catch (error) {
    throw error instanceof ApiProblem ? error : invalidMember('', 'broken_off');
  } finally {
    clearTimeout(timer);
    // What is left of a body that nobody reads must not be received.
    reader?.cancel().catch(() => {});
  }
  if (size > most) throw tooLarge(most);
  return Buffer.concat(pieces);
}

/** The rest of the body would be taken for another request. */
function tooSlow(): ApiProblem {
  const errors = [faultAt('', 'broken_off')];
  const headers = { connection: 'close' };
  return new ApiProblem('invalid_body', 'the body took too long to arrive; send it at once', {
    errors,
    headers,
  });
}

function checkType(request: Request): void {
  const given = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (given === 'application/json') return;
  if (request.method === 'PATCH' && given === 'application/merge-patch+json') return;
  throw new ApiProblem('unsupported_type', 'send JSON, with content-type: application/json');
}

function tooLarge(most: number): ApiProblem {
  return new ApiProblem('too_large', `send at most ${most} bytes`);
}
