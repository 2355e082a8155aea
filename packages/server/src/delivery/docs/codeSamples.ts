import { credentialHeaders } from '@newsstand/contract';
import type { DocumentedOperation } from './readDocument.ts';

/** The example request of an operation, in each language that the page shows. */
export function codeSamples(
  serverUrl: string,
  path: string,
  operation: DocumentedOperation,
): Readonly<Record<string, string>> {
  const origin = serverUrl.replace(/\/$/, '');
  const examples = new Map(operation.parameters.map(({ name, example }) => [name, String(example)]));
  const segment = (name: string) => examples.get(name) ?? name;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(segment(name)));
  // The documented response includes them.
  const included = ['includeCategory', 'includeTags'].filter((name) => examples.has(name));
  const query = included.map((name) => `${name}=true`).join('&');
  const url = `${origin}${filled}${query === '' ? '' : `?${query}`}`;

  const itemId = path.match(/\{(contentId|mediaId)\}$/)?.[1];
  const instance = path.includes('{instanceId}') ? `('${segment('instanceId')}')` : '';
  const options = included.map((name) => `${name}: true`).join(', ');
  const call = itemId === undefined ? `list(${options && `{ ${options} }`})` : `get('${segment(itemId)}')`;
  const result = itemId === undefined ? '{ totalCount, list }' : 'item';
  return {
    curl: curlSample(url),
    Client: `${createClientSample(origin, segment('projectId'), segment('spaceId'))}
const ${result} = await client.${operation.tags[0]}${instance}.${call};`,
    fetch: fetchSample(url, result),
    Python: pythonSample(url, itemId === undefined ? 'page' : 'item'),
  };
}

function curlSample(url: string): string {
  return `curl "${url}" \\
  -H "${credentialHeaders.key}: $NEWSSTAND_KEY" \\
  -H "${credentialHeaders.secret}: $NEWSSTAND_SECRET"`;
}

function createClientSample(url: string, projectId: string, spaceId: string): string {
  return `import { createClient } from '@newsstand/client';

const client = createClient({
  url: '${url}',
  key: process.env.NEWSSTAND_KEY ?? '',
  secret: process.env.NEWSSTAND_SECRET ?? '',
  projectId: '${projectId}',
  spaceId: '${spaceId}',
});`;
}

function fetchSample(url: string, result: string): string {
  return `const response = await fetch('${url}', {
  headers: {
    '${credentialHeaders.key}': process.env.NEWSSTAND_KEY ?? '',
    '${credentialHeaders.secret}': process.env.NEWSSTAND_SECRET ?? '',
  },
});
if (!response.ok) throw new Error((await response.json()).detail);
const ${result} = await response.json();`;
}

function pythonSample(url: string, result: string): string {
  return `import json, os, urllib.request

request = urllib.request.Request(
    "${url}",
    headers={
        "${credentialHeaders.key}": os.environ["NEWSSTAND_KEY"],
        "${credentialHeaders.secret}": os.environ["NEWSSTAND_SECRET"],
    },
)
with urllib.request.urlopen(request) as response:
    ${result} = json.load(response)`;
}
