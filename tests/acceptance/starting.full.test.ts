import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { inTemporaryFolder } from '../newsstandProcess.ts';
import { copyDemo } from '../withDemo.ts';

const repository = join(import.meta.dir, '../..');
const address = /http:\/\/127\.0\.0\.1:\d+/g;

test.each([
  ['start', /previewAt=.*\n|key create .*\n/],
  ['site', /Ctrl-C ends/],
])('SIGTERM to `npm run %s` ends all that it started', async (script, end) => {
  await inTemporaryFolder(async (folder) => {
    await copyDemo(folder);
    const settings = {
      NEWSSTAND_DATA: folder,
      NEWSSTAND_PORT: '0',
      NEWSSTAND_MANAGEMENT_PORT: '0',
      SITE_PORT: '0',
    };
    const npm = Bun.spawn(['npm', 'run', script], {
      ...{ cwd: repository, env: { ...process.env, ...settings } },
      ...{ stdout: 'pipe', stderr: 'ignore' },
    });
    let text = '';
    let asked = false;
    // It ends only when all processes that write to it have ended.
    for await (const chunk of npm.stdout.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (asked || !end.test(text)) continue;
      asked = true;
      npm.kill('SIGTERM');
    }
    expect([asked, await npm.exited]).toEqual([true, 0]);
    const urls = new Set(text.match(address));
    expect(urls.size).toBe(script === 'site' ? 3 : 2);
    for (const url of urls) await expect(fetch(url)).rejects.toThrow();
  });
});
