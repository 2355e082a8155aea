import { memberPath, nearest } from '@newsstand/contract';
import { z } from 'zod';

/** What is wrong with a member, in a short sentence; the path is empty for the whole value. */
export type Issue = { readonly path: string; readonly message: string };

/** More issues than this are not described: they would take time, and help no one. */
const maxIssues = 1000;

/** Describes zod's issues in plain words. */
export function describeIssues(
  schema: z.ZodType,
  input: unknown,
  issues: readonly z.core.$ZodIssue[],
): readonly Issue[] {
  return issues.slice(0, maxIssues).flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys')
      return [{ path: memberPath(issue.path), message: sentence(issue, input) }];
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
function memberNames(
  schema: z.core.$ZodType,
  input: unknown,
  path: readonly PropertyKey[],
): readonly string[] {
  if (schema instanceof z.ZodOptional) return memberNames(schema.def.innerType, input, path);
  if (schema instanceof z.ZodUnion) {
    const options = schema.def.options.filter((option) => isVariant(option, input));
    return [...new Set(options.flatMap((option) => memberNames(option, input, path)))];
  }
  const [first, ...rest] = path;
  const inner = first === undefined ? undefined : valueAt(input, [first]);
  if (schema instanceof z.ZodArray) return memberNames(schema.def.element, inner, rest);
  if (!(schema instanceof z.ZodObject)) return [];
  if (first === undefined) return Object.keys(schema.shape);
  const member = schema.shape[String(first)];
  return member === undefined ? [] : memberNames(member, inner, rest);
}

/** Whether an object is this variant of a union, judging by literal members such as `type`. */
function isVariant(option: z.core.$ZodType, input: unknown): boolean {
  if (!(option instanceof z.ZodObject)) return true;
  return Object.entries(option.shape).every(([name, member]) => {
    const given = valueAt(input, [name]);
    return !(member instanceof z.ZodLiteral) || [...member.values].some((value) => value === given);
  });
}
