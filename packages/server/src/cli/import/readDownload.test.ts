import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { inTemporaryFolder } from '../../../../../tests/newsstandProcess.ts';
import { outcomeHere } from '../../../../../tests/runHere.ts';
import { restPost } from '../../transfer/importers/testing/wordpressPosts.ts';
import { startWordPress } from '../../transfer/importers/testing/wordpressServer.ts';

const place = ['--project', 'acme', '--space', 'web', '--instance', 'press'];
const posts = [1, 2].map((id) => restPost({ id, title: `Post ${id}`, content: '<p>Text</p>', raw: 'Text' }));

test('a running WordPress is imported by its URL, and again without a change; with a password, drafts too', async () => {
  await using site = startWordPress({
    lists: { posts: [...posts, restPost({ id: 3, title: 'Draft', status: 'draft', raw: 'Idea' })] },
  });
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: join(folder, 'data') };
    const words = ['import', site.home, ...place, '--json'];
    const first = JSON.parse((await outcomeHere(words, env)).stdout);
    expect(first.foreign.mapped).toContainEqual({ what: 'post', to: 'news, published', count: 2 });
    expect(JSON.parse((await outcomeHere(words, env)).stdout)).toMatchObject({ created: 0, updated: 0 });
    const secret = join(folder, 'secret.txt');
    await Bun.write(secret, `${site.editor.password}\n`);
    const signedIn = [...words, '--user', 'ed', '--secret-file', secret];
    expect(JSON.parse((await outcomeHere(signedIn, env)).stdout)).toMatchObject({ created: 1, updated: 0 });
    await Bun.write(secret, 'wrong');
    const refused = await outcomeHere(signedIn, env);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('the site refuses the user')]);
  });
});

test.each<[string, readonly string[], string]>([
  ['no place', ['https://example.com'], 'https://example.com: --project, --space and --instance are needed'],
  [
    'a password in the URL',
    ['https://ed:pw1@example.com', ...place],
    'a URL must not contain a user or a password',
  ],
  [
    'a user without a password',
    ['https://example.com', ...place, '--user', 'ed'],
    'in WORDPRESS_PASSWORD or in the file',
  ],
  [
    'no such file',
    ['https://example.com', ...place, '--secret-file', '/nowhere'],
    'cannot read --secret-file',
  ],
  [
    'a file without a user',
    ['https://example.com', ...place, '--secret-file', import.meta.path],
    'but no --user',
  ],
  ['http', ['http://example.com', ...place, '--user', 'ed', '--secret-file', import.meta.path], 'https only'],
  [
    'another format',
    ['https://example.com', ...place, '--from', 'ghost'],
    '--from ghost cannot be downloaded',
  ],
  ['no URL', ['https://', ...place], 'is not a valid URL'],
])('%s is refused before anything is asked for', async (_, words, why) => {
  await inTemporaryFolder(async (folder) => {
    const { stderr, stdout } = await outcomeHere(['import', ...words], { NEWSSTAND_DATA: folder });
    expect([stdout, stderr]).toEqual(['', expect.stringContaining(why)]);
    expect(stderr).not.toContain('pw1');
  });
});
