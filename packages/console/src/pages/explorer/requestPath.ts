import type { ExplorerRequest } from './ExplorerRequest.ts';

/** The path and query of a request, as they are sent. */
export function requestPath({ operation, id, values, ...place }: ExplorerRequest): string {
  const { projectId, spaceId, instanceId } = place;
  const names = new Map(Object.entries({ projectId, spaceId, instanceId }));
  // Whatever else stands in braces names the item.
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encode(names.get(name) ?? id));
  const query = Object.entries(values).map(([name, value]) => `${name}=${encode(value)}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** Percent-encoded, but for what is plain in a URL; a quote would end the text that a shell or a program has it in. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':')
    .replaceAll("'", '%27');
}
