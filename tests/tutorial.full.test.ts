import { expect, test } from 'bun:test';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { inTemporaryFolder, startNewsstand } from './newsstandProcess.ts';
import { lacks } from './testing/lacks.ts';
import { until } from './testing/until.ts';

const root = join(import.meta.dir, '..');
const isLacking = ['bash', 'curl', 'node', 'npm'].some((tool) => lacks(tool, 'the tutorial'));

/**
 * A shell that is told one block after the other, as a reader pastes them; variables and the folder stay. A block that
 * fails ends the shell.
 */
function openShell(cwd: string, env: Readonly<Record<string, string>>) {
  const shell = Bun.spawn(['bash', '-euo', 'pipefail'], {
    ...{ cwd, env, stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' },
  });
  const reader = shell.stdout.getReader();
  const faults = shell.stderr.text();
  const decoder = new TextDecoder();
  let output = '';
  return {
    async run(code: string): Promise<string> {
      shell.stdin.write(`${code}\necho; echo "the block has ended in $PWD"\n`);
      shell.stdin.flush();
      let end: RegExpExecArray | null = null;
      while (end === null) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`this block failed:\n${code}\n${output}\n${await faults}`);
        output += decoder.decode(value, { stream: true });
        end = /^the block has ended in (.*)\n/m.exec(output);
      }
      output = '';
      return end[1] ?? '';
    },
    async end() {
      shell.stdin.write('kill $(jobs -p)\n');
      shell.stdin.end();
      await shell.exited;
    },
  };
}

function freePort(): number {
  const server = Bun.serve({ port: 0, fetch: () => new Response() });
  const { port = 0 } = server;
  server.stop(true);
  return port;
}

test.skipIf(isLacking)(
  'the tutorial works as it is written',
  async () => {
    const text = await Bun.file(join(root, 'docs/tutorial.md')).text();
    expect(text).toContain('```text\nnpm ci\nbin/newsstand serve\n```');
    await inTemporaryFolder(async (clone) => {
      for (const name of ['bin', 'docs']) await symlink(join(root, name), join(clone, name));
      const data = join(clone, 'data');
      await mkdir(data, { mode: 0o700 });
      const service = await startNewsstand([], { NEWSSTAND_DATA: data, NEWSSTAND_LOG_LEVEL: 'warn' });
      const port = freePort();
      const site = `http://127.0.0.1:${port}`;
      const { PATH = '', HOME = '' } = process.env;
      const env = { PATH, HOME, PORT: `${port}`, NEWSSTAND_DATA: data };
      const shell = openShell(clone, { ...env, npm_config_cache: join(clone, 'npm') });
      try {
        let folder = clone;
        let live: { read(): Promise<unknown>; cancel(): Promise<void> } | undefined;
        for (const [, language, block = ''] of text.matchAll(/^```(sh|js)\n(.*?)^```$/gms)) {
          const code = block
            .replaceAll('http://127.0.0.1:4000', service.url)
            .replaceAll('http://127.0.0.1:4001', service.managementUrl)
            // Long enough to be stored before, and no longer.
            .replace('+ 30)', '+ 3)');
          const [, file] = /^\/\/ (\w+\.js)\n/.exec(code) ?? [];
          if (language === 'js') {
            expect(file).toBeDefined();
            await Bun.write(join(folder, file ?? ''), code);
          } else if (code === 'node server.js\n') {
            await shell.run('node server.js &');
            live = (await until('the site', () => fetch(`${site}/live`))).body?.getReader();
            const list = await (await fetch(site)).text();
            expect(list).toContain('<a href="/news/hello">Hello</a>');
            expect(list).not.toContain('Here it is');
            await expectPicture(list);
            const article = await (await fetch(`${site}/news/hello`)).text();
            expect(article).toContain('<h1>Hello</h1>');
            expect(article).toContain('<p>Our <b>first</b> article.</p>');
            expect(article.match(/<img /g)).toHaveLength(2);
            expect((await fetch(`${site}/news/soon`)).status).toBe(404);
          } else {
            folder = await shell.run(code);
          }
        }
        // The scheduled article opens by itself, and open pages hear of it.
        const isShown = async () =>
          (await (await fetch(site)).text()).includes('<a href="/news/soon">Here it is</a>');
        do await live?.read();
        while (!(await isShown()));
        await live?.cancel();
      } finally {
        await shell.end();
        service.kill('SIGKILL');
      }
    });
  },
  // It installs the client with npm.
  120_000,
);

async function expectPicture(html: string): Promise<void> {
  const [, src = '', srcset = ''] = /<img src="([^"]+)" srcset="([^"]+)"/.exec(html) ?? [];
  const { status, headers } = await fetch(src);
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('image/')]);
  expect(srcset.split(', ').length).toBeGreaterThan(1);
}
