import { credentialHeaders } from '@newsstand/contract';
import type { DocumentedOperation } from './readDocument.ts';

/** The path and query of a request that is answered with the sample of an operation. */
export function exampleTarget(path: string, operation: DocumentedOperation): string {
  const examples = new Map(operation.parameters.map(({ name, example }) => [name, String(example)]));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(examples.get(name) ?? name),
  );
  const wanted = ['includeCategory', 'includeTags'].filter((name) => examples.has(name));
  const query = wanted.map((name) => `${name}=true`);
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

/** The request as a command line. */
export function curlExample(address: string): string {
  return [
    `curl "${address}" \\`,
    `  -H "${credentialHeaders.key}: $NEWSSTAND_KEY" \\`,
    `  -H "${credentialHeaders.secret}: $NEWSSTAND_SECRET"`,
  ].join('\n');
}

/** The request as JavaScript; `result` is what the answer is called. */
export function fetchExample(address: string, result: string): string {
  return [
    `const response = await fetch('${address}', {`,
    '  headers: {',
    `    '${credentialHeaders.key}': process.env.NEWSSTAND_KEY,`,
    `    '${credentialHeaders.secret}': process.env.NEWSSTAND_SECRET,`,
    '  },',
    '});',
    'if (!response.ok) throw new Error((await response.json()).detail);',
    `const ${result} = await response.json();`,
  ].join('\n');
}
