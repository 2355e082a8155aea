import {
  type CodeSamples,
  credentialHeaders,
  errors,
  eventParameters,
  eventsPath,
  openApiDocument,
  operations,
  requestCode,
  subscriptionCode,
} from '@newsstand/contract';
import { manageRoutes } from '@newsstand/contract/manage';
import type { Html } from '../../packages/server/src/delivery/docs/html.ts';
import { sortText } from '../../packages/server/src/delivery/docs/operationSection.ts';
import {
  type DocumentedOperation,
  type Parameter,
  type Reference,
  readDocument,
  schemaName,
} from '../../packages/server/src/delivery/docs/readDocument.ts';
import {
  resourceFields,
  resourceNames,
  ruleText,
  typeLabel,
} from '../../packages/server/src/delivery/docs/schemaSection.ts';
import { demoRequests, demoSubscription } from './demoRequests.ts';
import { slugOf } from './markdown.ts';

/** A page of the site that is not a file of the repository. */
export type GeneratedPage = { readonly path: string; readonly title: string; readonly text: string };

/** The address in the examples: the one of the first start. */
const url = 'http://127.0.0.1:4000';

/** The language in which each sample is highlighted. */
const highlighting = { curl: 'sh', TypeScript: 'ts', Python: 'python', PHP: 'php', Go: 'go' } as const;

/** The pages of the API reference, made from the OpenAPI document that the service serves. */
export function referencePages(): readonly GeneratedPage[] {
  const reference = readDocument(openApiDocument(url));
  const kinds = Map.groupBy(Object.entries(reference.paths), ([, { get }]) => get.tags[0]);
  return [
    page('reference/index.md', 'API reference', introduction(reference)),
    ...[...kinds].map(([tag, paths]) =>
      page(
        `reference/${tag}.md`,
        titled(tag),
        paths.map(([path, { get }]) => operationText(path, get)).join('\n\n'),
      ),
    ),
    page('reference/events.md', 'Events', eventsText),
    page(
      'reference/resources.md',
      'Resources',
      resourceNames.map((name) => resourceText(reference, name)).join('\n\n'),
    ),
    page('reference/errors.md', 'Errors', errorsText),
    page('reference/writing.md', 'Write interface', writingText),
  ];
}

function page(path: string, title: string, text: string): GeneratedPage {
  return { path, title, text: `# ${title}\n\n${text}\n` };
}

function titled(tag: string): string {
  return tag.charAt(0).toUpperCase() + tag.slice(1);
}

function introduction({ info, paths }: Reference): string {
  const rows = Object.entries(paths).map(
    ([path, { get }]) =>
      `| [${get.summary}](./${get.tags[0]}.md#${slugOf(get.summary)}) | \`GET ${path.replace('/static/projects/{projectId}/spaces/{spaceId}', '…')}\` |`,
  );
  return `${info.summary} ${info.description}

The examples are requests to a service with the demo content, as \`npm start\` starts it, with the \`KEY\` and \`SECRET\` that it prints:
${tabs(
  {
    curl: 'export KEY=… SECRET=…',
    TypeScript: `# with Node, Bun or Deno
npm install ${url}/docs/client.tgz
export KEY=… SECRET=…`,
    Python: '# only the standard library\nexport KEY=… SECRET=…',
    PHP: '# PHP 8, without extensions\nexport KEY=… SECRET=…',
    Go: '# Go 1.18 or newer, only the standard library\nexport KEY=… SECRET=…',
  },
  'sh',
)}

Every request carries the key in \`${credentialHeaders.key}\` and the secret in \`${credentialHeaders.secret}\`. A running service has
this reference too, at \`/docs\`, with a form for each operation, and as an OpenAPI 3.1 document at \`/openapi.json\`.
What parameters and responses mean is in [the interface](../interface.md).

| operation | path, where … is \`/static/projects/{projectId}/spaces/{spaceId}\` |
|---|---|
${rows.join('\n')}
| [Subscribe to events](./events.md) | \`GET ${eventsPath}\` |

[Resources](./resources.md) lists the fields of the responses, [errors](./errors.md) everything that can go wrong.`;
}

function operationText(path: string, operation: DocumentedOperation): string {
  const known = operations.find(({ name }) => name === operation.operationId);
  if (known === undefined) throw new Error(`${path} is not an operation of the contract`);
  const { schema, example } = operation.responses[200].content['application/json'];
  const name = schemaName(schema.$ref);
  const resource = name.replace(/List$/, '');
  const link = `[${resource}](./resources.md#${slugOf(resource)})`;
  return `## ${operation.summary}

\`GET ${path}\`

${tabs(requestCode({ url, operation: known, ...demoRequests[known.name] }))}

${parameterList('Path parameters', operation, 'path')}

${parameterList('Query parameters', operation, 'query')}

**Response.** ${name === resource ? `A single ${link}.` : `A list of ${link}: \`totalCount\`, \`currentPage\` and \`list\`.`}

<details><summary>Example</summary>

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`

</details>`;
}

function parameterList(title: string, operation: DocumentedOperation, place: Parameter['in']): string {
  const rows = operation.parameters
    .filter((parameter) => parameter.in === place)
    .map((parameter) => {
      const { name, description, schema, required } = parameter;
      const rules = name === 'sort' ? sortText(operation) : ruleText(schema);
      return `<li><p class="entry"><code>${name}</code> ${inSite(typeLabel(schema, required))}</p>

${description}${rules === undefined ? '' : inSite(rules)}

</li>`;
    });
  return `**${title}**\n\n<ul class="entries">\n${rows.join('\n')}\n</ul>`;
}

function resourceText(reference: Reference, name: string): string {
  const description = reference.components.schemas[name]?.description ?? '';
  return `## ${name}\n\n${description}\n\n${inSite(resourceFields(reference, name))}`;
}

/** HTML of the service's own reference page, with its links to resources leading to the page here. */
function inSite({ html }: Html): string {
  return html
    .replace(/#resource-(\w+)/g, (_, name: string) => `./resources.html#${slugOf(name)}`)
    .replaceAll('{{', '&#123;{')
    .replace(/\n\n+/g, '\n');
}

/** The operations of the write interface. */
const writingText = `All operations on the management listener, below \`/manage/v1\`. [How to write content over HTTP](../writing.md) explains them, with
examples; the bodies, parameters and errors of each are in the OpenAPI document at \`/manage/v1/openapi.json\` of a running service,
for every operator.

| operation | request | who |
|---|---|---|
${manageRoutes
  .map(({ summary, method, path, access }) => `| ${summary} | \`${method} ${path}\` | ${access} |`)
  .join('\n')}`;

const errorsText = `An error is a [problem](./resources.md#problem) as \`application/problem+json\`. Its \`code\` is stable: decide by it, not by the text.

| code | status | title |
|---|---|---|
${Object.entries(errors)
  .map(([code, { status, title }]) => `| \`${code}\` | ${status} | ${title} |`)
  .join('\n')}`;

const eventsText = `## Subscribe to events

\`GET ${eventsPath}\`

${tabs(subscriptionCode({ url, ...demoSubscription }))}

**Query parameters**

${Object.entries(eventParameters)
  .map(([name, { description }]) => `- \`${name}\`: ${description}`)
  .join('\n')}

**Response.** A stream of server-sent events that does not end. [What each event means, and how to miss none](../events.md).`;

/** The same in every language, as tabs. */
function tabs(samples: CodeSamples, language?: string): string {
  const blocks = Object.entries(highlighting).map(([name, own]) => {
    const code = Object.entries(samples).find(([each]) => each === name)?.[1] ?? '';
    return `\`\`\`${language ?? own} [${name}]\n${code}\n\`\`\``;
  });
  return `::: code-group\n\n${blocks.join('\n\n')}\n\n:::`;
}
