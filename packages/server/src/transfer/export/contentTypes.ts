import { blockTypes, isObject } from '@newsstand/contract';

/** Deeper values, and those with more members, have any type: they are data, not structure. */
const [maxDepth, maxMembers] = [8, 60];

/** The type of some values, as far as it was seen. */
export class Shape {
  readonly #plain = new Set<string>();
  #elements: Shape | undefined;
  /** How many objects there were, and their members, each with how often it was there. */
  #objects = 0;
  readonly #members = new Map<string, { readonly shape: Shape; count: number }>();
  readonly #depth: number;

  constructor(depth = 0) {
    this.#depth = depth;
  }

  add(value: unknown): void {
    if (this.#depth > maxDepth) this.#plain.add('unknown');
    else if (isBlocks(value)) this.#plain.add('Block[]');
    else if (Array.isArray(value)) {
      this.#elements ??= new Shape(this.#depth + 1);
      for (const each of value) this.#elements.add(each);
    } else if (isObject(value)) this.#addObject(value);
    else this.#plain.add(value === null ? 'null' : typeof value);
  }

  #addObject(value: Readonly<Record<string, unknown>>): void {
    this.#objects++;
    for (const [name, member] of Object.entries(value)) {
      const known = this.#members.get(name) ?? { shape: new Shape(this.#depth + 1), count: 0 };
      if (this.#members.size <= maxMembers) this.#members.set(name, known);
      known.count++;
      known.shape.add(member);
    }
  }

  /** As TypeScript. Lines after the first are indented by `indent`. */
  write(indent = ''): string {
    const types = [...this.#plain];
    if (this.#elements !== undefined) types.push(arrayOf(this.#elements.write(indent)));
    if (this.#objects > 0) types.push(this.#writeObject(indent));
    if (types.includes('unknown') || types.length === 0) return 'unknown';
    return types.sort().join(' | ');
  }

  #writeObject(indent: string): string {
    if (this.#members.size === 0 || this.#members.size > maxMembers) return 'Record<string, unknown>';
    const lines = [...this.#members].map(([name, { shape, count }]) => {
      const mark = count < this.#objects ? '?' : '';
      return `${indent}  ${memberName(name)}${mark}: ${shape.write(`${indent}  `)};\n`;
    });
    return `{\n${lines.join('')}${indent}}`;
  }
}

/** Whether a value is made of blocks, of which the client has a type. */
function isBlocks(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => isObject(each) && blockTypes.includes(String(each['type'])))
  );
}

function arrayOf(type: string): string {
  return /^[\w[\]]+$/.test(type) ? `${type}[]` : `Array<${type}>`;
}

function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

function literal(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** What a space contains, for its types. */
export type SpaceContent = {
  /** Aliases, or else IDs. */
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly banners: readonly string[];
  /** The bodies of each instance of news. */
  readonly bodies: ReadonlyMap<string, Shape>;
};

/** The types of a space as a TypeScript module. */
export function contentTypes(place: string, { categories, tags, banners, bodies }: SpaceContent): string {
  const names = typeNames([...bodies.keys()]);
  const written = [...bodies].map(([instanceId, shape]) => {
    const type = shape.write();
    const body =
      type.startsWith('{') && !/^\} \|/m.test(type)
        ? `interface ${names.get(instanceId)} ${type}`
        : `type ${names.get(instanceId)} = ${type};`;
    return `/** The body of live news in ${instanceId}. */\nexport ${body}\n`;
  });
  const map = [...bodies.keys()].map((id) => `  ${memberName(id)}: ${names.get(id)};\n`);
  const usesBlocks = written.some((text) => text.includes('Block[]'));
  return [
    `// The types of ${place}, from its content. Written by \`newsstand types\`: run it again instead of editing.\n`,
    ...(usesBlocks ? ["import type { Block } from '@newsstand/client';\n"] : []),
    union('CategoryName', 'The categories, by alias, or else by ID.', categories),
    union('TagName', 'The tags, by alias, or else by ID.', tags),
    union('BannerInstance', 'The instances of banners.', banners),
    ...written,
    `/** The bodies of news, by instance. */\nexport interface Bodies {\n${map.join('')}}\n`,
  ].join('\n');
}

function union(name: string, description: string, values: readonly string[]): string {
  const types = [...new Set(values)].toSorted().map((each) => `\n  | ${literal(each)}`);
  return `/** ${description} */\nexport type ${name} =${types.join('') || ' never'};\n`;
}

/** A name for the body of each instance: `press-releases` becomes `PressReleasesBody`. */
function typeNames(instances: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    instances.map((id) => {
      const words = id
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim()
        .split(' ');
      const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
      const base = /^\p{L}/u.test(pascal) ? `${pascal}Body` : `News${pascal}Body`;
      let name = base;
      for (let number = 2; taken.has(name); number++) name = `${base}${number}`;
      taken.add(name);
      return [id, name];
    }),
  );
}
