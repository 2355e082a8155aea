import {
  type BrokenRule,
  broken,
  brokenRuleSchema,
  type Fault,
  memberPath,
  nearest,
} from '@newsstand/contract';
import { z } from 'zod';

/** More issues than this are not described: they would take time, and help no one. */
const maxIssues = 1000;

/** Describes zod's issues in plain words: what is wrong with each member, in a short sentence. */
export function describeIssues(
  schema: z.ZodType,
  input: unknown,
  issues: readonly z.core.$ZodIssue[],
): readonly Fault[] {
  return issues.slice(0, maxIssues).flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys')
      return [{ path: memberPath(issue.path), ...brokenBy(issue, schema, input) }];
    const known = memberNames(schema, input, issue.path);
    return issue.keys.slice(0, maxIssues).map((key) => ({
      path: memberPath([...issue.path, key]),
      ...unknownMember(key, known),
    }));
  });
}

/** A fault as a sentence that starts with the path of the member: `values.title: is missing`. */
export function faultText({ path, message }: Pick<Fault, 'path' | 'message'>): string {
  return `${path || 'the line'}: ${message}`;
}

function unknownMember(key: string, known: readonly string[]): BrokenRule {
  const name = nearest(key, known);
  return name === undefined
    ? broken('unknown_members', { names: known.join(', ') })
    : broken('unknown_member', { name });
}

/**
 * The member of the very object that was probably meant by a missing one. Where unknown members are faults of their own,
 * they say so themselves.
 */
function misspelt(schema: z.ZodType, input: unknown, path: readonly PropertyKey[]): string | undefined {
  const name = String(path.at(-1) ?? '');
  const place = path.slice(0, -1);
  const known = new Set(memberNames(schema, input, place));
  const object = valueAt(input, place);
  if (isStrictAt(schema, input, place) || typeof object !== 'object' || object === null) return undefined;
  const texts = Object.entries(object).filter(([key, value]) => typeof value === 'string' && !known.has(key));
  return nearest(
    name,
    texts.map(([key]) => key),
  );
}

const brokenRule = brokenRuleSchema(z);

/** The rule that an issue breaks. Where the contract has one of its own, the issue names it. */
function brokenBy(issue: z.core.$ZodIssue, schema: z.ZodType, input: unknown): BrokenRule {
  const value = valueAt(input, issue.path);
  if (value === undefined) {
    const name = misspelt(schema, input, issue.path);
    return name === undefined ? broken('missing') : broken('misspelt', { name });
  }
  if (value === null) return broken('null');
  switch (issue.code) {
    case 'custom': {
      const { data } = brokenRule.safeParse({ ...issue.params, message: issue.message });
      return data ?? broken('not_valid', { fault: issue.message });
    }
    case 'invalid_type':
      return typeRules[issue.expected] ?? broken('not_type', { type: issue.expected });
    case 'invalid_value':
      return issue.values.length === 1
        ? broken('not_value', { value: JSON.stringify(issue.values[0]) })
        : broken('one_of', { names: issue.values.join(', ') });
    case 'invalid_union':
      return broken('one_of', { names: ('options' in issue ? issue.options : []).join(', ') });
    case 'too_small': {
      const least = Number(issue.minimum);
      if (issue.origin !== 'string') return broken('at_least', { least });
      return least > 1 ? broken('too_few_characters', { least }) : broken('empty');
    }
    case 'too_big': {
      const most = Number(issue.maximum);
      return broken(issue.origin === 'string' ? 'too_many_characters' : 'at_most', { most });
    }
    default:
      return broken('not_valid', { fault: issue.message });
  }
}

const typeRules: Readonly<Record<string, BrokenRule>> = {
  string: broken('not_text'),
  number: broken('not_number'),
  int: broken('not_integer'),
  boolean: broken('not_boolean'),
  object: broken('not_object'),
  array: broken('not_list'),
};

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
