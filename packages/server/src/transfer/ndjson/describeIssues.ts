import { memberPath, nearest } from '@newsstand/contract';
import type { BodyFault } from '@newsstand/contract/manage';
import { z } from 'zod';

/** What is wrong with a member, in a short sentence; the path is empty for the whole value. */
export type Issue = BodyFault;

/** More issues than this are not described: they would take time, and help no one. */
const maxIssues = 1000;

/** Describes zod's issues in plain words. */
export function describeIssues(
  schema: z.ZodType,
  input: unknown,
  issues: readonly z.core.$ZodIssue[],
): readonly Issue[] {
  return issues.slice(0, maxIssues).flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') {
      const hint = valueAt(input, issue.path) === undefined ? misspelt(schema, input, issue.path) : '';
      return [{ path: memberPath(issue.path), message: `${sentence(issue, input)}${hint}` }];
    }
    const known = memberNames(schema, input, issue.path);
    return issue.keys.slice(0, maxIssues).map((key) => ({
      path: memberPath([...issue.path, key]),
      message: unknownMember(key, known),
    }));
  });
}

/** An issue as a sentence that starts with the path of the member: `values.title: is missing`. */
export function issueText({ path, message }: Issue): string {
  return `${path || 'the line'}: ${message}`;
}

function unknownMember(key: string, known: readonly string[]): string {
  const near = nearest(key, known);
  return near === undefined
    ? `is not known; known are ${known.join(', ')}`
    : `is not known; did you mean '${near}'?`;
}

/**
 * The member of the very object that was probably meant by a missing one. Where unknown members are faults of their own,
 * they say so themselves.
 */
function misspelt(schema: z.ZodType, input: unknown, path: readonly PropertyKey[]): string {
  const name = String(path.at(-1) ?? '');
  const place = path.slice(0, -1);
  const known = new Set(memberNames(schema, input, place));
  const object = valueAt(input, place);
  if (isStrictAt(schema, input, place) || typeof object !== 'object' || object === null) return '';
  const texts = Object.entries(object).filter(([key, value]) => typeof value === 'string' && !known.has(key));
  const near = nearest(
    name,
    texts.map(([key]) => key),
  );
  return near === undefined ? '' : `; is '${near}' a typo?`;
}

function sentence(issue: z.core.$ZodIssue, input: unknown): string {
  const value = valueAt(input, issue.path);
  if (value === undefined) return 'is missing';
  if (value === null) return 'must not be null; leave it out, or give a value';
  switch (issue.code) {
    case 'invalid_type':
      return isOwn(issue) ? issue.message : `must be ${types[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.map((each) => JSON.stringify(each)).join(' or ')}`;
    case 'invalid_union':
      return `must be one of ${('options' in issue ? issue.options : []).join(', ')}`;
    case 'too_small':
      if (isOwn(issue)) return issue.message;
      return issue.origin === 'string' ? 'must not be empty' : `must be at least ${issue.minimum}`;
    case 'too_big':
      return isOwn(issue) ? issue.message : `must be at most ${issue.maximum}`;
    default:
      return issue.message;
  }
}

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

/** Whether the message is the contract's own; zod's start with a capital. */
function isOwn(issue: z.core.$ZodIssue): boolean {
  return /^[a-z]/.test(issue.message);
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      typeof value === 'object' && value !== null
        ? Object.getOwnPropertyDescriptor(value, part)?.value
        : undefined,
    input,
  );
}

/** The members that are allowed at a path of the input. */
function memberNames(schema: z.ZodType, input: unknown, path: readonly PropertyKey[]): readonly string[] {
  return [...new Set(objectsAt(schema, input, path).flatMap(({ shape }) => Object.keys(shape)))];
}

/** Whether unknown members are refused at a path of the input. */
function isStrictAt(schema: z.ZodType, input: unknown, path: readonly PropertyKey[]): boolean {
  return objectsAt(schema, input, path).some(({ def }) => def.catchall instanceof z.ZodNever);
}

/** The schemas of the object at a path of the input; several if it may be one of several. */
function objectsAt(
  schema: z.core.$ZodType,
  input: unknown,
  path: readonly PropertyKey[],
): readonly z.ZodObject[] {
  if (schema instanceof z.ZodOptional) return objectsAt(schema.def.innerType, input, path);
  if (schema instanceof z.ZodUnion) {
    const options = schema.def.options.filter((option) => isVariant(option, input));
    return options.flatMap((option) => objectsAt(option, input, path));
  }
  const [first, ...rest] = path;
  const inner = first === undefined ? undefined : valueAt(input, [first]);
  if (schema instanceof z.ZodArray) return objectsAt(schema.def.element, inner, rest);
  if (!(schema instanceof z.ZodObject)) return [];
  if (first === undefined) return [schema];
  const member = schema.shape[String(first)];
  return member === undefined ? [] : objectsAt(member, inner, rest);
}

/** Whether an object is this variant of a union, judging by literal members such as `type`. */
function isVariant(option: z.core.$ZodType, input: unknown): boolean {
  if (!(option instanceof z.ZodObject)) return true;
  return Object.entries(option.shape).every(([name, member]) => {
    const given = valueAt(input, [name]);
    return !(member instanceof z.ZodLiteral) || [...member.values].some((value) => value === given);
  });
}
