import { z } from 'zod';

type Json = { readonly [member: string]: unknown };

const root = '#/components/schemas/';

/** Every schema that has a name, as a component of an OpenAPI document. */
export function namedSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: (name) => `${root}${name}`,
    unrepresentable: 'any',
  });
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, anonymous(schema)]));
}

/** Inside an OpenAPI document the place of a schema names it; its own `$schema` and `$id` would move references. */
function anonymous(schema: object): Json {
  const { $schema, $id, id: _, ...rest } = { $schema: '', $id: '', id: '', ...schema };
  return rest;
}

/** Those of some components that a part of a document refers to, and those that they refer to themselves. */
export function neededComponents(part: unknown, components: Json): Json {
  const needed = new Set<string>();
  const queue = [part];
  for (const each of queue) {
    for (const [, name = ''] of (JSON.stringify(each) ?? '').matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (needed.has(name)) continue;
      needed.add(name);
      queue.push(components[name]);
    }
  }
  return Object.fromEntries(Object.entries(components).filter(([name]) => needed.has(name)));
}
