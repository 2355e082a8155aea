import { kinds, type Operation, type ParameterName } from '@newsstand/contract';
import type { Random } from './createRandom.ts';
import { oddText } from './oddText.ts';
import type { Entry, World } from './world.ts';

/** The parameters of a request, and what is known about them. */
export type FuzzQuery = {
  /** As sent, with the question mark. */
  readonly text: string;
  /** Whether they are valid; undefined if unknown. */
  readonly isValid: boolean | undefined;
  readonly namesPreview: boolean;
  /** The record whose lure is searched for. */
  readonly lured?: Entry;
};

const none: FuzzQuery = { text: '', isValid: true, namesPreview: false };

/** Generates parameters for an operation: mostly valid, sometimes wrong in one place, sometimes arbitrary. */
export function makeQuery(random: Random, operation: Operation, world: World): FuzzQuery {
  if (random.chance(operation.single ? 0.8 : 0.15)) return none;
  return random.weigh([
    [6, () => rightQuery(random, operation, world)],
    [3, () => wrongQuery(random, operation, world)],
    [2, () => oddQuery(random)],
  ])();
}

function rightQuery(random: Random, operation: Operation, world: World): FuzzQuery {
  const names = operation.parameters.filter((name) => random.chance(name === 'previewAt' ? 0.05 : 0.25));
  const lured = names.includes('search') && random.chance(0.7) ? random.pick(world.entries) : undefined;
  const pairs = names.map((name) => {
    const value = name === 'search' && lured ? lured.lure : rightValue(random, operation, name, world);
    return `${spelled(random, name)}=${value}`;
  });
  const text = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  const namesPreview = names.includes('previewAt');
  return { text, isValid: true, namesPreview, ...(lured && { lured }) };
}

/** The name of a parameter may be percent-encoded, too. */
function spelled(random: Random, name: string): string {
  if (!random.chance(0.03)) return name;
  const at = random.below(name.length);
  return `${name.slice(0, at)}%${name.charCodeAt(at).toString(16)}${name.slice(at + 1)}`;
}

function rightValue(random: Random, operation: Operation, name: ParameterName, world: World): string {
  const ids = () =>
    random
      .times(1 + random.below(6), () =>
        random.chance(0.7) ? random.pick(world.entries).id : `x${random.below(1e6)}`,
      )
      .join(random.pick([',', '%2C', `&${name}=`]));
  switch (name) {
    case 'page':
      return String(1 + random.below(random.pick([3, 100, 1e9])));
    case 'size':
      return String(1 + random.below(99));
    case 'sort': {
      const fields = kinds[operation.kind].sortFields.filter(() => random.chance(0.3)).slice(0, 3);
      const chosen = fields.length === 0 ? [random.pick(kinds[operation.kind].sortFields)] : fields;
      return chosen.map((field) => `${field}:${random.pick(['asc', 'desc'])}`).join(',');
    }
    case 'category':
      return nameOf(random, world, 'category');
    case 'tags':
      return nameOf(random, world, 'tag');
    case 'rssOnly':
    case 'includeCategory':
    case 'includeTags':
      return random.pick(['true', 'false']);
    case 'search':
      return encodeURIComponent(
        random.pick(['word', 'ニュース', 'h', 'lure', 'שלום', 'สวัสดี', '👩‍👩‍👧‍👦', 'mark-up of', '株']),
      );
    case 'previewAt':
      return String(random.pick([4_000_000_000_000, 8_640_000_000_000_000]));
    default:
      return ids();
  }
}

function nameOf(random: Random, world: World, kind: Entry['kind']): string {
  const { id, alias } = random.pick(world.entries.filter((entry) => entry.kind === kind));
  return random.chance(0.5) ? id : alias;
}

/** Makes one part certainly wrong. */
function wrongQuery(random: Random, operation: Operation, world: World): FuzzQuery {
  const right = rightQuery(random, operation, world);
  const isList = !operation.single;
  const wrong = random.pick([
    `unknown=${random.below(100)}`,
    'size',
    '__proto__=1',
    'constructor=1',
    'Size=1',
    'size[]=1',
    'size%00=1',
    'previewAt=tomorrow',
    // Long ago.
    'previewAt=1',
    ...(isList
      ? [
          `size=${random.pick(['0', '100', '-1', '1.5', '1e1', 'NaN', '', '%201', '１', '99999999999999999999'])}`,
          `page=${random.pick(['0', '-1', 'x', '', '9007199254740993'])}`,
          `sort=${random.pick(['', 'name', 'name:up', 'secret:asc', 'name:asc,name:desc', ':asc', 'name:asc,'])}`,
          'sort=toString:asc',
          'size=1&size=2',
        ]
      : ['size=1', 'search=word']),
    ...(operation.name === 'listNews'
      ? [
          `search=${random.pick(['', '%20', 'x'.repeat(101), '%E3%81', '%C0%AF', '%ED%A0%80'])}`,
          `category=${random.pick(['', 'a,b&category=c', '%ff'])}`,
          `tags=${random.pick(['', ',', 'a,,b', '%ff'])}`,
          `rssOnly=${random.pick(['1', 'TRUE', '', 'yes'])}`,
        ]
      : []),
  ]);
  const text = right.text === '' ? `?${wrong}` : `${right.text}&${wrong}`;
  return { text, isValid: false, namesPreview: right.namesPreview || wrong.startsWith('previewAt') };
}

function oddQuery(random: Random): FuzzQuery {
  const pairs = random.times(1 + random.below(4), () =>
    random.pick([
      () => oddText(random),
      () => `${oddText(random)}=${oddText(random)}`,
      () => `search=${oddText(random)}`,
      () => `contentIds=${oddText(random)}`,
      () => `sort=${oddText(random)}`,
    ])(),
  );
  const text = `?${pairs.join('&')}`;
  return { text, isValid: undefined, namesPreview: /previewAt|%/i.test(text) };
}
