import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { credentialHeaders, openApiDocument, operations } from '@newsstand/contract';
import { codeSamples } from './codeSamples.ts';
import { readDocument } from './readDocument.ts';

// A busy machine may take long to start 32 processes.
setDefaultTimeout(600_000);

const folder = mkdtempSync(join(tmpdir(), 'newsstand-samples-'));
symlinkSync(join(import.meta.dir, '../../../../../node_modules'), join(folder, 'node_modules'));
const env = { ...process.env, NEWSSTAND_KEY: 'the-key', NEWSSTAND_SECRET: 'the-secret' };
const requests: { url: string; key: string | null; secret: string | null }[] = [];
let example: unknown;
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch({ url, headers }) {
    const { pathname, search } = new URL(url);
    const [key, secret] = [headers.get(credentialHeaders.key), headers.get(credentialHeaders.secret)];
    requests.push({ url: pathname + search, key, secret });
    return Response.json(example);
  },
});
afterAll(async () => {
  await server.stop(true);
  rmSync(folder, { recursive: true });
});

const { paths } = readDocument(openApiDocument(server.url.origin));

/** How each language is run. */
const commands: Readonly<Record<string, (file: string) => string[]>> = {
  curl: (file) => ['bash', file],
  Client: (file) => [process.execPath, file],
  fetch: (file) => [process.execPath, file],
  Python: (file) => ['python3', file],
};

describe('the samples send the documented request, with credentials from the environment', () => {
  for (const [language, commandFor] of Object.entries(commands)) {
    const [program = ''] = commandFor('');
    const isMissing = Bun.which(program) === null;
    test.skipIf(isMissing)(`${language}${isMissing ? ` (needs ${program})` : ''}`, async () => {
      for (const { name, path } of operations) {
        const operation = paths[path]?.get;
        if (operation === undefined) throw new Error(`${path} is not documented`);
        const file = join(folder, `${name}.${language}.ts`);
        writeFileSync(file, codeSamples(server.url.origin, path, operation)[language] ?? '');
        requests.length = 0;
        example = operation.responses[200].content['application/json'].example;
        const child = Bun.spawn(commandFor(file), { env, stdout: 'ignore', stderr: 'pipe' });
        const errors = await child.stderr.text();
        expect({ name, status: await child.exited, errors }).toMatchObject({ name, status: 0 });
        const [request] = requests;
        expect(request).toMatchObject({ key: 'the-key', secret: 'the-secret' });
        const { pathname, searchParams } = new URL(request?.url ?? '', server.url);
        expect(pathname).toBe(samplePath(path, operation.parameters));
        expect(Object.fromEntries(searchParams)).toEqual(
          name === 'listNews' ? { includeCategory: 'true', includeTags: 'true' } : {},
        );
      }
    });
  }
});

function samplePath(path: string, parameters: ReadonlyArray<{ name: string; example: unknown }>): string {
  return parameters.reduce((filled, { name, example }) => filled.replace(`{${name}}`, String(example)), path);
}
