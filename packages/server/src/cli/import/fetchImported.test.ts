import { expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import sharp from 'sharp';
import { inTemporaryFolder } from '../../../../../tests/newsstandProcess.ts';
import { outcomeHere } from '../../../../../tests/runHere.ts';
import { restPost } from '../../transfer/importers/testing/wordpressPosts.ts';
import { startWordPress } from '../../transfer/importers/testing/wordpressServer.ts';
import { addImportCommand } from '../importCommand.ts';

const place = ['--project', 'acme', '--space', 'web', '--instance', 'press'];

/** The command, for which servers of this machine stand for the internet, except at one address. */
async function createImport(): Promise<Command> {
  const program = new Command('newsstand').exitOverride();
  addImportCommand(program, { isPublic: (address) => address !== '127.0.0.9' });
  return program;
}

/** An export with these bodies, titled First, Second and so on. */
function wordpress(bodies: readonly string[]): string {
  const items = bodies.map(
    (
      body,
      at,
    ) => `<item><title>Post ${at + 1}</title><wp:post_id>${at + 1}</wp:post_id><wp:post_type>post</wp:post_type>
<wp:post_name>post-${at + 1}</wp:post_name><wp:status>publish</wp:status><wp:post_date_gmt>2024-05-03 09:00:00</wp:post_date_gmt>
<content:encoded><![CDATA[${body}]]></content:encoded></item>`,
  );
  return `<?xml version="1.0"?><rss version="2.0" xmlns:wp="http://wordpress.org/export/1.2/"
xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Old</title><link>https://old.example</link>
<wp:wxr_version>1.2</wp:wxr_version>${items.join('\n')}</channel></rss>`;
}

test('pictures of an export are fetched, and those that cannot be are listed with their articles', async () => {
  const png = await sharp({ create: { width: 9, height: 5, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const asked: string[] = [];
  const server = Bun.serve({
    ...{ port: 0, hostname: '127.0.0.1' },
    fetch({ url }): Response {
      const { pathname, search } = new URL(url);
      asked.push(pathname + search);
      if (pathname === '/gone.jpg') return new Response('no', { status: 404 });
      if (pathname === '/inside.jpg') return Response.redirect(`http://127.0.0.9:${server.port}/secret`);
      return new Response(Uint8Array.from(png));
    },
  });
  const site = `http://127.0.0.1:${server.port}`;
  const img = (path: string) => `<p><img src="${site}${path}"></p>`;
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: join(folder, 'data') };
    const file = join(folder, 'export.xml');
    const fetched = join(env.NEWSSTAND_DATA, 'fetched-media');
    await Bun.write(
      file,
      wordpress([
        img('/a.png') + img('/photo?id=7'),
        img('/gone.jpg') + img('/%E5%86%99.png'),
        img('/gone.jpg') + img('/inside.jpg'),
      ]),
    );
    const run = (...more: readonly string[]) =>
      outcomeHere(['import', file, ...place, ...more], env, { create: createImport });

    const without = await run('--dry-run');
    expect(without.stdout).toMatch(/^ +5 +image +media, by its URL$/m);
    const tried = await run('--fetch-media', '--dry-run');
    expect(tried.stdout).toContain(`\n5 files would be fetched into ${fetched}\n`);
    expect(asked).toEqual([]);

    const first = await run('--fetch-media');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain(
      `\n3 files fetched into ${fetched} (0.0 MB); 2 files could not be fetched\n`,
    );
    expect(first.stdout).toMatch(/^ +3 +image +media, fetched from its URL$/m);
    expect(first.stdout).toContain(`
NOT FETCHED, AND DELIVERED BY THEIR OLD URLS
    1  the server responds with status 404
       ${site}/gone.jpg (in Post 2, Post 3)
    1  its address is private, so it is not fetched
       ${site}/inside.jpg (in Post 3)
`);
    expect(asked.toSorted()).toEqual(['/%E5%86%99.png', '/a.png', '/gone.jpg', '/inside.jpg', '/photo?id=7']);
    expect(await readdir(join(fetched, `127.0.0.1_${server.port}`))).toHaveLength(3);

    asked.length = 0;
    const again = JSON.parse((await run('--fetch-media', '--json')).stdout);
    expect(again).toMatchObject({
      created: 0,
      updated: 0,
      fetched: { folder: fetched, files: 0, failed: 2 },
    });
    expect(again.foreign.unfetched[0]).toEqual({
      ...{ url: `${site}/gone.jpg`, why: 'the server responds with status 404', articleCount: 2 },
      articles: [
        { id: expect.any(String), title: 'Post 2' },
        { id: expect.any(String), title: 'Post 3' },
      ],
    });
    expect(asked.toSorted()).toEqual(['/gone.jpg', '/inside.jpg']);

    // What was fetched once is used without the option, too.
    expect(JSON.parse((await run('--json')).stdout)).toMatchObject({ updated: 0, unchanged: again.lines });
    const { stdout } = await outcomeHere(['export'], env);
    const media = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ kind }) => kind === 'media');
    expect(media.filter((each) => each.meta?.ext === 'png')).toHaveLength(3);
    expect(media.map(({ originalUrl }) => originalUrl)).toContain(`${site}/gone.jpg`);
  });
  await server.stop(true);
});

test('nothing is fetched for an import that is going to be refused', async () => {
  await inTemporaryFolder(async (folder) => {
    let asked = 0;
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(`${asked++}`) });
    const env = { NEWSSTAND_DATA: join(folder, 'data') };
    const file = join(folder, 'export.xml');
    const whole = wordpress([`<img src="http://127.0.0.1:${server.port}/a.png">`]);
    await Bun.write(file, whole.replace('</channel>', ''));
    const refused = await outcomeHere(['import', file, ...place, '--fetch-media'], env, {
      create: createImport,
    });
    expect([refused.code, asked]).toEqual([1, 0]);
    expect(refused.stderr).toContain('nothing was imported');
    await Bun.write(file, whole);
    // Without the seam, this machine is private.
    const real = await outcomeHere(['import', file, ...place, '--fetch-media'], env);
    expect([real.code, asked]).toEqual([0, 0]);
    expect(real.stdout).toContain('its address is private');
    await server.stop(true);
  });
});

test('the site that the operator typed may be private, and nothing else', async () => {
  const picture = () => new Response('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="5"/>');
  let asked = 0;
  const other = Bun.serve({
    ...{ port: 0, hostname: '127.0.0.1' },
    fetch: () => new Response(`${++asked}`),
  });
  const posts: ReturnType<typeof restPost>[] = [];
  await using site = startWordPress({
    lists: { posts, media: [] },
    instead: (route) => (route.startsWith('/uploads/') ? picture() : undefined),
  });
  const sources = [`${site.home}/uploads/a.svg`, `http://127.0.0.1:${other.port}/b.svg`];
  const content = sources.map((src) => `<figure><img src="${src}"></figure>`).join('');
  posts.push(restPost({ id: 1, title: 'Post', content, raw: content }));
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: join(folder, 'data') };
    const words = ['import', site.home, ...place, '--fetch-media', '--json'];
    const { fetched, foreign } = JSON.parse((await outcomeHere(words, env)).stdout);
    expect(fetched).toMatchObject({ files: 1, failed: 1 });
    expect(foreign.unfetched).toMatchObject([{ url: sources[1], articles: [{ title: 'Post' }] }]);
    expect(asked).toBe(0);
  });
  await other.stop(true);
});

test('NDJSON has no media to fetch', async () => {
  await inTemporaryFolder(async (folder) => {
    const file = join(folder, 'own.ndjson');
    await Bun.write(file, '{"kind":"tag","projectId":"acme","spaceId":"web","tagId":"own","name":"Own"}\n');
    const env = { NEWSSTAND_DATA: join(folder, 'data') };
    const { code, stderr } = await outcomeHere(['import', file, '--fetch-media'], env);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('--fetch-media is for content of other systems'),
    ]);
  });
});
