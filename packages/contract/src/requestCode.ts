import { credentialHeaders, type Operation } from './operations.ts';
import { isListParameter, type ParameterName, parameters } from './parameters.ts';

/** A request of an operation. The values are plain text, not yet encoded for a URL. */
export type SampleRequest = {
  /** The address of the service. */
  readonly url: string;
  readonly operation: Pick<Operation, 'kind' | 'single' | 'path'>;
  /** The values of the parameters in the path. */
  readonly path: Readonly<Record<string, string>>;
  readonly query?: Readonly<Partial<Record<ParameterName, string>>>;
};

/** A request for events. */
export type SampleSubscription = {
  readonly url: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
};

/** The same request in each language, by the name of the language. */
export type CodeSamples = Readonly<Record<'curl' | 'TypeScript' | 'Python' | 'PHP' | 'Go', string>>;

/**
 * Programs that send a request and print the JSON of its response. The credentials are in the environment, as KEY and
 * SECRET.
 */
export function requestCode({ url, operation, path, query = {} }: SampleRequest): CodeSamples {
  const address = addressOf(url, operation.path, path);
  const pairs = Object.entries(query);
  return {
    curl: curl('curl -fsS', address, pairs),
    TypeScript: `${clientFor(url, path)}
const result = await client.${clientCall(operation, path, query)};
console.log(JSON.stringify(result, null, 2));`,
    Python: python(
      address,
      pairs,
      'json, ',
      `    result = json.load(response)
print(json.dumps(result, indent=2, ensure_ascii=False))`,
    ),
    PHP: php(
      address,
      pairs,
      (target) => `$json = file_get_contents(${target}, false, $context);
if ($json === false) exit(1);
$result = json_decode($json);
echo json_encode($result, JSON_PRETTY_PRINT | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES), "\\n";`,
    ),
    Go: go(
      address,
      pairs,
      ['encoding/json'],
      `	var result any
	if err := json.NewDecoder(response.Body).Decode(&result); err != nil {
		log.Fatal(err)
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", "  ")
	encoder.Encode(result)`,
    ),
  };
}

/** Programs that print events as they come. */
export function subscriptionCode({ url, path, query = {} }: SampleSubscription): CodeSamples {
  const address = addressOf(url, '/events/projects/{projectId}/spaces/{spaceId}', path);
  const pairs = Object.entries(query);
  const options = pairs.map(([name, value]) => `${name}: ${listLiteral(value)}`);
  return {
    curl: curl('curl -fsSN', address, pairs),
    TypeScript: `${clientFor(url, path)}
for await (const event of client.subscribe(${objectLiteral(options)})) {
  console.log(event);
}`,
    Python: python(
      address,
      pairs,
      '',
      `    for line in response:
        print(line.decode(), end="", flush=True)`,
    ),
    PHP: php(
      address,
      pairs,
      (target) => `$stream = fopen(${target}, 'r', false, $context);
if ($stream === false) exit(1);
while (($line = fgets($stream)) !== false) {
    echo $line;
}`,
    ),
    Go: go(
      address,
      pairs,
      ['bufio', 'fmt'],
      `	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		fmt.Println(lines.Text())
	}`,
    ),
  };
}

type Pairs = ReadonlyArray<readonly [name: string, value: string]>;

function addressOf(url: string, path: string, values: Readonly<Record<string, string>>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? name));
  return url.replace(/\/$/, '') + filled;
}

function curl(command: string, address: string, pairs: Pairs): string {
  const query = pairs.map(([name, value]) => `--data-urlencode ${shellWord(`${name}=${value}`)}`);
  return [
    `${command} ${pairs.length === 0 ? '' : '-G '}${shellWord(address)}`,
    ...query,
    `-H "${credentialHeaders.key}: $KEY"`,
    `-H "${credentialHeaders.secret}: $SECRET"`,
  ].join(' \\\n  ');
}

function clientFor(url: string, { projectId = '', spaceId = '' }: Readonly<Record<string, string>>): string {
  return `import { createClient } from '@newsstand/client';

const client = createClient({
  url: ${singleQuoted(url)},
  key: process.env.KEY ?? '',
  secret: process.env.SECRET ?? '',
  projectId: ${singleQuoted(projectId)},
  spaceId: ${singleQuoted(spaceId)},
});`;
}

/** The names of the client's readers. */
const readers = {
  news: 'news',
  banner: 'banners',
  media: 'media',
  category: 'categories',
  tag: 'tags',
} as const satisfies Record<Operation['kind'], string>;

function clientCall(
  { kind, single, path }: SampleRequest['operation'],
  values: SampleRequest['path'],
  query: NonNullable<SampleRequest['query']>,
): string {
  const quotedValue = (name = '') => singleQuoted(values[name] ?? name);
  const instance = path.includes('{instanceId}') ? `(${quotedValue('instanceId')})` : '';
  const id = single ? quotedValue(path.match(/\{(\w+)\}$/)?.[1]) : '';
  const options = objectLiteral(
    Object.entries(query).map(([name, value]) => `${name}: ${literal(name, value)}`),
  );
  const call = single ? 'get' : 'list';
  return `${readers[kind]}${instance}.${call}(${[id, options].filter((each) => each !== '').join(', ')})`;
}

function literal(name: string, value: string): string {
  if (!isParameter(name)) return singleQuoted(value);
  if (isListParameter(name)) return listLiteral(value);
  const { type } = parameters[name];
  return type === 'integer' || type === 'timestamp' || type === 'boolean' ? value : singleQuoted(value);
}

function isParameter(name: string): name is ParameterName {
  return Object.hasOwn(parameters, name);
}

/** One value as it is, several as an array. */
function listLiteral(value: string): string {
  const values = value.split(',').map(singleQuoted);
  return values.length === 1 ? values.join() : `[${values.join(', ')}]`;
}

/** As one line if it is short. */
function objectLiteral(members: readonly string[]): string {
  if (members.length === 0) return '';
  const line = `{ ${members.join(', ')} }`;
  return line.length <= 60 ? line : `{\n${members.map((member) => `  ${member},\n`).join('')}}`;
}

function python(address: string, pairs: Pairs, imports: string, use: string): string {
  const members = pairs.map(([name, value]) => `    ${doubleQuoted(name)}: ${doubleQuoted(value)},\n`);
  const [parse, query, target] =
    pairs.length === 0
      ? ['', '', doubleQuoted(address)]
      : [
          'urllib.parse, ',
          `query = urllib.parse.urlencode({\n${members.join('')}})\n`,
          `${doubleQuoted(`${address}?`)} + query`,
        ];
  return `import ${imports}os, ${parse}urllib.request

${query}request = urllib.request.Request(
    ${target},
    headers={
        "${credentialHeaders.key}": os.environ["KEY"],
        "${credentialHeaders.secret}": os.environ["SECRET"],
    },
)
with urllib.request.urlopen(request) as response:
${use}`;
}

function php(address: string, pairs: Pairs, use: (target: string) => string): string {
  const members = pairs.map(([name, value]) => `    ${singleQuoted(name)} => ${singleQuoted(value)},\n`);
  const [query, target] =
    pairs.length === 0
      ? ['', singleQuoted(address)]
      : [`$query = http_build_query([\n${members.join('')}]);\n`, `${singleQuoted(`${address}?`)} . $query`];
  return `<?php
${query}$context = stream_context_create(['http' => ['header' => [
    '${credentialHeaders.key}: ' . getenv('KEY'),
    '${credentialHeaders.secret}: ' . getenv('SECRET'),
]]]);
${use(target)}`;
}

function go(address: string, pairs: Pairs, imports: readonly string[], use: string): string {
  // Values begin in one column, as gofmt has it.
  const width = Math.max(...pairs.map(([name]) => doubleQuoted(name).length)) + 2;
  const members = pairs.map(
    ([name, value]) => `\t\t${`${doubleQuoted(name)}:`.padEnd(width)}{${doubleQuoted(value)}},\n`,
  );
  const [url, query, target] =
    pairs.length === 0
      ? [[], '', doubleQuoted(address)]
      : [
          ['net/url'],
          `\tquery := url.Values{\n${members.join('')}\t}\n`,
          `${doubleQuoted(`${address}?`)}+query.Encode()`,
        ];
  const packages = [...imports, ...url, 'log', 'net/http', 'os'].toSorted();
  return `package main

import (
${packages.map((name) => `\t"${name}"`).join('\n')}
)

func main() {
${query}	request, err := http.NewRequest("GET", ${target}, nil)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("${credentialHeaders.key}", os.Getenv("KEY"))
	request.Header.Set("${credentialHeaders.secret}", os.Getenv("SECRET"))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		log.Fatal(response.Status)
	}
${use}
}`;
}

/** A word of a shell, whatever it contains. */
function shellWord(text: string): string {
  return /^[\w.,:/=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A string of TypeScript or PHP: both read a backslash as it is, unless it comes before a quote or a backslash. */
function singleQuoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

/** A string of Python or Go: JSON is one in both. */
function doubleQuoted(text: string): string {
  return JSON.stringify(text);
}
