import { describe, expect, test } from 'bun:test';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isFull } from '../../../../../tests/testing/runs.ts';
import { until } from '../../../../../tests/testing/until.ts';
import { fullDisks, lacksDisks, mountFullDisk } from '../../files/testing/fullDisk.ts';
import { smallMp4 } from '../../media/video/testing/containers.ts';
import { makeVideo, testWithFfmpeg } from '../../media/video/testing/ffmpeg.ts';
import { usualPolicy } from './fetchFiles.ts';
import { type FetchMediaOptions, fetchMedia, findFetched, type RemoteMedia } from './fetchMedia.ts';
import { type Answer, picture, sendBeginning, sendFile, startPictures } from './testing/startPictures.ts';

/** Does not wait long, and takes this machine for the internet, which a test cannot have. */
const here: FetchMediaOptions = {
  privateOrigins: [],
  isPublic: () => true,
  maxBytes: 10_000_000,
  policy: { ...usualPolicy, initialDelay: 5 },
};

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'newsstand-test-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const image = (url: string, mediaId = 'picture'): RemoteMedia => ({ url, type: 'image', mediaId });

/** Fetches one picture, and returns its content, or why there is none. */
async function fetchOne(folder: string, media: RemoteMedia, options: FetchMediaOptions = here) {
  const { failures } = await fetchMedia(folder, [media], options);
  const path = await findFetched(folder).find(media);
  expect([failures.length, path === undefined]).toEqual(path === undefined ? [1, true] : [0, false]);
  return path === undefined ? failures[0]?.why : await readFile(join(folder, path));
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() && entry.name !== 'fetch.lock' ? entry.name : [])).sort();
}

test('many files come in parallel, a few from each host at once, and only what is missing', async () => {
  await inFolder(async (folder) => {
    const send = sendFile(picture(100_000));
    /** Answers nobody before it was asked for four files at once. */
    const startBusy = async () => {
      const waiting: Parameters<Answer>[] = [];
      let isBusy = false;
      return await startPictures((...talk) => {
        waiting.push(talk);
        isBusy ||= waiting.length === 4;
        if (isBusy) for (const each of waiting.splice(0)) setTimeout(() => send(...each), 5);
      });
    };
    await using one = await startBusy();
    await using other = await startBusy();
    const wanted = Array.from({ length: 60 }, (_, at) =>
      image(`${(at % 6 ? one : other).origin}/${at}.png`, `m${at}`),
    );
    const seen: number[] = [];
    const onProgress = ({ done }: { readonly done: number }) => seen.push(done);
    expect(await fetchMedia(folder, wanted, { ...here, onProgress })).toEqual({
      ...{ files: 60, bytes: 6_000_000, failures: [] },
    });
    expect([one.load.most, other.load.most]).toEqual([4, 4]);
    expect(seen.at(-1)).toBe(60);
    const fetched = findFetched(folder);
    for (const media of wanted) expect(await fetched.find(media)).toBeDefined();
    expect(fetched.missing.size).toBe(0);
    expect(await filesIn(folder)).toHaveLength(60);
  });
});

test('URLs that differ only by query or case are different files, whatever their names', async () => {
  await inFolder(async (folder) => {
    await using site = await startPictures(({ url = '' }, response) => {
      const content = picture(300);
      content.write(url, 100);
      response.end(content);
    });
    const names = [
      'photo?id=7',
      'photo?id=8',
      'a.png',
      'A.PNG',
      '写真%201.png',
      '%2e%2e%2fup.png',
      '%00.png',
    ];
    const wanted = [...names, `${'x'.repeat(2000)}.png`].map((name, at) =>
      image(`${site.origin}/${name}`, `m${at}`),
    );
    expect(await fetchMedia(folder, wanted, here)).toMatchObject({ files: wanted.length, failures: [] });
    const fetched = findFetched(folder);
    for (const media of wanted) {
      const content = await readFile(join(folder, (await fetched.find(media)) ?? ''));
      expect(content.toString()).toContain(new URL(media.url).pathname.slice(0, 70));
    }
    expect((await readdir(folder)).sort()).toEqual([`127.0.0.1_${site.port}`, 'fetch.lock']);
  });
});

test('an odd URL is at most a failure of its own', async () => {
  await inFolder(async (folder) => {
    await using site = await startPictures(sendFile(picture(99)));
    const hosts = [
      'a_b.test',
      '-.test',
      `${'a'.repeat(300)}.test`,
      `${'a.'.repeat(200)}test`,
      '..',
      '%20',
      '~!$&',
    ];
    const paths = [
      '/%',
      '/\u{1F600}?ü|^`{}"<>',
      `/${'/..'.repeat(50)}`,
      '/\\..\\a',
      '/a?\u0000\r\n',
      '/#a',
      '//',
      '/a:b@c',
    ];
    const urls = [
      ...hosts.flatMap((host) => [`http://${host}:${site.port}/a.png`, `https://${host}:${site.port}/a.png`]),
      ...paths.map((path) => `http://x.test:${site.port}${path}`),
      ...[
        'http://x.test:0/',
        'http://u:p@x.test:1/',
        'ftp://x.test/',
        'data:image/png,x',
        'http://x.test:65535/',
      ],
    ].filter((url) => URL.canParse(url));
    const wanted = urls.map((url, at) => image(url, `m${at}`));
    const options = {
      ...here,
      resolve: async () => ['127.0.0.1'],
      policy: { ...usualPolicy, attempts: 1, initialDelay: 1 },
    };
    const { files, failures } = await fetchMedia(folder, wanted, options);
    expect(files + failures.length).toBe(wanted.length);
    expect(files).toBeGreaterThanOrEqual(paths.length);
  });
});

describe('a file that was interrupted', () => {
  const content = picture(3_000_000);
  const half = 1_500_000;

  test('is continued where it broke off', async () => {
    await inFolder(async (folder) => {
      let count = 0;
      await using site = await startPictures((...talk) =>
        (count++ === 0 ? sendBeginning(content, half, true) : sendFile(content))(...talk),
      );
      expect(await fetchOne(folder, image(`${site.origin}/a.png`))).toEqual(content);
      expect(site.asked).toMatchObject([{ start: 0 }, { ifRange: '"1"' }]);
      expect(site.asked[1]?.start).toBeGreaterThan(0);
      expect(await filesIn(folder)).toEqual(['picture.png']);
    });
  });

  test('is continued by the next process, if this one was killed', async () => {
    await inFolder(async (folder) => {
      let isStuck = true;
      await using site = await startPictures((...talk) =>
        (isStuck ? sendBeginning(content, half, false) : sendFile(content))(...talk),
      );
      const url = `${site.origin}/large.png`;
      const words = [process.execPath, join(import.meta.dir, 'testing/fetchProcess.ts'), folder, url];
      const part = join(folder, `127.0.0.1_${site.port}`, 'large.png.part');
      const killed = Bun.spawn(words, { stdout: 'ignore' });
      await until('half of the file', () => Bun.file(part).size >= half);
      killed.kill(9);
      await killed.exited;
      isStuck = false;
      const next = Bun.spawn(words, { stdout: 'pipe' });
      expect(await new Response(next.stdout).json()).toEqual({ files: 1, bytes: half, failures: [] });
      expect(site.asked.map(({ start }) => start)).toEqual([0, half]);
      expect(await readFile(part.replace(/\.part$/, ''))).toEqual(content);
    });
  });

  test.each([
    ['has changed', sendFile(picture(2_000_000), '"2"'), picture(2_000_000)],
    ['is on a server that sends no parts', sendFile(content, '"other"'), content],
    [
      'is on a server that sends another part',
      ({ headers }, response) => {
        const isPart = headers.range !== undefined;
        response.writeHead(isPart ? 206 : 200, isPart ? { 'content-range': 'bytes 7-9/10' } : {});
        response.end(isPart ? 'abc' : content);
      },
      content,
    ],
    [
      'is now shorter',
      ({ headers }, response) => {
        response.writeHead(headers.range === undefined ? 200 : 416).end(headers.range ? '' : picture(99));
      },
      picture(99),
    ],
  ] satisfies [string, Answer, Buffer<ArrayBuffer>][])(
    'and %s is fetched anew',
    async (_, answer, expected) => {
      await inFolder(async (folder) => {
        let count = 0;
        await using site = await startPictures((...talk) =>
          (count++ === 0 ? sendBeginning(content, half, true) : answer)(...talk),
        );
        expect(await fetchOne(folder, image(`${site.origin}/a.png`))).toEqual(expected);
        expect(await filesIn(folder)).toEqual(['picture.png']);
      });
    },
  );

  test('is asked for until it is whole, if the server sends only parts', async () => {
    await inFolder(async (folder) => {
      const content = picture(200_000);
      await using site = await startPictures(({ headers }, response) => {
        const [, first = '0'] = /^bytes=(\d+)-$/.exec(headers.range ?? '') ?? [];
        const part = content.subarray(Number(first), Number(first) + 70_000);
        const last = Number(first) + part.length - 1;
        response.writeHead(206, {
          ...{ etag: '"1"', 'content-length': part.length },
          'content-range': `bytes ${first}-${last}/${content.length}`,
        });
        response.end(part);
      });
      expect(await fetchOne(folder, image(`${site.origin}/a.png`))).toEqual(content);
      expect(site.asked.map(({ start }) => start)).toEqual([0, 70_000, 140_000]);
    });
  });

  test('is fetched anew if nothing tells whether it is still the same', async () => {
    await inFolder(async (folder) => {
      let count = 0;
      await using site = await startPictures((...talk) =>
        (count++ === 0 ? sendBeginning(content, half, true, 'W/"weak"') : sendFile(content))(...talk),
      );
      expect(await fetchOne(folder, image(`${site.origin}/a.png`))).toEqual(content);
      expect(site.asked.map(({ start }) => start)).toEqual([0, 0]);
    });
  });
});

describe('what is not fetched says why, leaves nothing behind, and is not asked for again', () => {
  test.each([
    ['404', (_, response) => response.writeHead(404).end('no'), 'status 404'],
    [
      'an error page with status 200',
      (_, response) => response.end('<!doctype html><p>Not here'),
      'a web page',
    ],
    ['something else', (_, response) => response.end('%PDF-1.7'), 'unsupported format'],
    ['a broken picture', (_, response) => response.end(picture(99).subarray(0, 30)), 'picture'],
    ['nothing', (_, response) => response.end(), 'empty'],
    [
      'a video',
      (_, response) => response.end('\0\0\0\x18ftypisom\0\0\0\0isommp42'),
      'a video, not a picture',
    ],
    [
      'announced as too large',
      (_, response) => response.writeHead(200, { 'content-length': 1e12 }).write('x'),
      'limit of',
    ],
    [
      'endless',
      (_, response) => {
        response.write(picture(1000));
        const more = () => response.write(Buffer.alloc(1_000_000), more);
        more();
      },
      'limit of 10000000 bytes',
    ],
    [
      'a redirect to nowhere',
      (_, response) => response.writeHead(302, { location: 'ftp://x/' }).end(),
      'only https and http',
    ],
  ] satisfies [string, Answer, string][])('%s', async (_, answer, why) => {
    await inFolder(async (folder) => {
      await using site = await startPictures(answer);
      expect(await fetchOne(folder, image(`${site.origin}/a.jpg`))).toContain(why);
      expect([site.asked.length, await filesIn(folder)]).toEqual([1, []]);
    });
  });

  test('a private address, also by a redirect, unless the operator typed it', async () => {
    await inFolder(async (folder) => {
      await using inside = await startPictures(sendFile(picture(999)));
      await using outside = await startPictures((_, response) => {
        response.writeHead(302, { location: `${inside.origin}/a.png` }).end();
      }, '127.0.0.2');
      const options = { ...here, isPublic: (address: string) => address === '127.0.0.2' };
      for (const { origin } of [inside, outside])
        expect(await fetchOne(folder, image(`${origin}/a.png`), options)).toContain('private');
      expect(inside.asked).toHaveLength(0);
      const typed = { ...options, privateOrigins: [inside.origin] };
      expect(await fetchOne(folder, image(`${outside.origin}/a.png`), typed)).toContain('private');
      expect(await fetchOne(folder, image(`${inside.origin}/a.png`), typed)).toEqual(picture(999));
    });
  });
});

testWithFfmpeg('a video is fetched if it can be decoded', async () => {
  await inFolder(async (folder) => {
    const clip = join(folder, 'clip.mp4');
    await makeVideo(clip, {
      picture: 'color=red:size=64x36:duration=0.2',
      encoding: ['-pix_fmt', 'yuv420p'],
    });
    const content = await readFile(clip);
    await using site = await startPictures(({ url }, response) =>
      response.end(url === '/clip.mp4' ? content : Buffer.from(smallMp4)),
    );
    const video = (name: string) =>
      ({ ...image(`${site.origin}/${name}.mp4`, name), type: 'video' }) as const;
    expect(await fetchOne(folder, video('clip'))).toEqual(content);
    expect(await fetchOne(folder, video('no-frames'))).toContain('converted');
    expect(await filesIn(folder)).toEqual(['clip.mp4', 'clip.mp4']);
  });
});

describe('a host that is busy, slow or dead', () => {
  test('is asked again after the time that it names, and not before', async () => {
    await inFolder(async (folder) => {
      const times: number[] = [];
      const first: ServerResponse[] = [];
      await using site = await startPictures((request, response) => {
        times.push(performance.now());
        if (times.length > 5) return sendFile(picture(99))(request, response);
        if (times.length === 5) return response.writeHead(500).end();
        first.push(response);
        if (first.length === 4) for (const each of first) each.writeHead(429, { 'retry-after': '1' }).end();
      });
      const wanted = Array.from({ length: 12 }, (_, at) => image(`${site.origin}/${at}.png`, `m${at}`));
      expect(await fetchMedia(folder, wanted, here)).toMatchObject({ files: 12, failures: [] });
      expect((times[4] ?? 0) - (times[3] ?? 0)).toBeGreaterThanOrEqual(990);
      expect(times).toHaveLength(12 + 5);
    });
  });

  test('gets fewer requests at once if these are too many, and no file is lost', async () => {
    await inFolder(async (folder) => {
      let busy = 0;
      await using site = await startPictures((request, response) => {
        if (site.load.now > 1) response.writeHead(429, { 'retry-after': '0' }).end(`${++busy}`);
        else setTimeout(() => sendFile(picture(99))(request, response), 2);
      });
      const wanted = Array.from({ length: 60 }, (_, at) => image(`${site.origin}/${at}.png`, `m${at}`));
      expect(await fetchMedia(folder, wanted, here)).toMatchObject({ files: 60, failures: [] });
      expect(busy).toBeGreaterThan(0);
      expect(busy).toBeLessThan(20);
    });
  });

  test('is given up if it asks to wait too long, or always fails', async () => {
    await inFolder(async (folder) => {
      const headers = { 'retry-after': new Date(Date.now() + 9e6).toUTCString() };
      await using busy = await startPictures((_, response) => response.writeHead(503, headers).end());
      const wanted = Array.from({ length: 500 }, (_, at) => image(`${busy.origin}/${at}.png`, `m${at}`));
      const { failures } = await fetchMedia(folder, wanted, here);
      expect(failures).toHaveLength(500);
      expect(failures[499]?.why).toContain('asks to wait too long');
      expect(busy.asked.length).toBeLessThanOrEqual(4);
      await using broken = await startPictures((_, response) => response.writeHead(500).end());
      expect(await fetchOne(folder, image(`${broken.origin}/a.png`))).toContain('status 500');
      expect(broken.asked).toHaveLength(4);
    });
  });

  test('holds up no other, and the rest of its files is given up', async () => {
    await inFolder(async (folder) => {
      // One never responds, one stops in the middle, one is not there, and one is well.
      await using silent = await startPictures(() => {});
      await using stuck = await startPictures(sendBeginning(picture(1000), 500, false));
      await using gone = await startPictures(() => {});
      await gone[Symbol.asyncDispose]();
      await using well = await startPictures(sendFile(picture(1000)));
      const wanted = [silent, stuck, gone, well].flatMap(({ origin, port }) =>
        Array.from({ length: 100 }, (_, at) => image(`${origin}/${at}.png`, `m${port}-${at}`)),
      );
      const options = { ...here, patience: 200, idleTime: 200 };
      const { files, failures } = await fetchMedia(folder, wanted, options);
      expect([files, failures.length]).toEqual([100, 300]);
      // On a busy machine, it may be slow once or twice too.
      expect(well.asked.length).toBeGreaterThanOrEqual(100);
      for (const { asked } of [silent, stuck]) expect(asked.length).toBeLessThanOrEqual(5 * 4);
      expect(new Set(failures.map(({ why }) => why.replace(/^.*; /, '')))).toContain('the host was given up');
    });
  });
});

test.skipIf(lacksDisks()).each(isFull ? fullDisks : fullDisks.slice(0, 1))(
  'a disk with %s ends everything, with a clear message',
  async (how) => {
    using disk = mountFullDisk(how);
    await using site = await startPictures(sendFile(picture(1_000_000)));
    const wanted = Array.from({ length: 40 }, (_, at) => image(`${site.origin}/${at}.png`, `m${at}`));
    await expect(fetchMedia(disk.folder, wanted, here)).rejects.toThrow(
      how === 'read-only' ? 'is read-only; make it writable' : 'is full',
    );
    disk.mend();
    expect((await fetchMedia(disk.folder, wanted.slice(0, 2), here)).files).toBe(2);
  },
);

test('two processes do not fetch into one folder at once', async () => {
  await inFolder(async (folder) => {
    const refused = Promise.withResolvers<void>();
    await using site = await startPictures(
      (...talk) => void refused.promise.then(() => sendFile(picture(99))(...talk)),
    );
    const first = fetchMedia(folder, [image(`${site.origin}/a.png`)], here);
    await until('the first request', () => site.asked.length > 0);
    await expect(fetchMedia(folder, [image(`${site.origin}/b.png`, 'b')], here)).rejects.toThrow(
      'another import',
    );
    refused.resolve();
    expect((await first).files).toBe(1);
  });
});
