import { isListParameter, type ParameterName, parameters } from '@newsstand/contract/plain';
import { clientSnippet, curlSnippet, quoted } from '../../parts/snippets.ts';
import { type ExplorerRequest, requestPath } from './ExplorerRequest.ts';

/** The request as a curl command. */
export function curlRequest(request: ExplorerRequest, url: string): string {
  return curlSnippet({ url, key: '$KEY', secret: '$SECRET' }, requestPath(request));
}

/** The request in TypeScript, with the client. */
export function clientRequest(request: ExplorerRequest, url: string): string {
  const credentials = { url, key: 'YOUR_KEY', secret: 'YOUR_SECRET' };
  return `${clientSnippet(credentials, request)}\n${call(request)}\n`;
}

function call(request: ExplorerRequest): string {
  const { operation, id, values } = request;
  const options = operation.parameters.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [`  ${name}: ${literal(name, value)},`];
  });
  const query = options.length === 0 ? [] : [`{\n${options.join('\n')}\n}`];
  return operation.single
    ? `const item = await ${readerOf(request)}.get(${[quoted(id), ...query].join(', ')});`
    : `const { totalCount, list } = await ${readerOf(request)}.list(${query.join('')});`;
}

function readerOf({ operation, instanceId }: ExplorerRequest): string {
  return {
    news: `client.news(${quoted(instanceId)})`,
    banner: `client.banners(${quoted(instanceId)})`,
    media: 'client.media',
    category: 'client.categories',
    tag: 'client.tags',
  }[operation.kind];
}

/** A value as a literal. A value of the wrong type is a string, so that the service can say what is wrong. */
function literal(name: ParameterName, value: string): string {
  if (isListParameter(name)) return `[${value.split(',').map(quoted).join(', ')}]`;
  const { type } = parameters[name];
  if (type === 'boolean' && /^(true|false)$/.test(value)) return value;
  if (type === 'integer' && /^[1-9]\d{0,14}$/.test(value)) return value;
  if (type === 'timestamp') return momentLiteral(value);
  return quoted(value);
}

function momentLiteral(value: string): string {
  const at = /^(0|-?[1-9]\d*)$/.test(value) ? new Date(Number(value)) : undefined;
  return at === undefined || Number.isNaN(at.getTime()) ? quoted(value) : `new Date('${at.toISOString()}')`;
}
