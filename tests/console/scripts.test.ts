import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { z } from 'zod';
import { makeSource } from '../../docs/media/makeSample.ts';
import type { Thing } from '../browser/eyesOn.ts';
import type { Person } from '../browser/personAt.ts';
import { inRoom } from './inRoom.ts';

/** What would run wherever a text were taken for mark-up, and a link that would run when it is followed. */
const hostile = `<script>ran=1</script><img src=x onerror=ran=1><svg onload=ran=1></svg><a href="javascript:ran=1">go</a>`;
const link = 'javascript:ran=1';
const space = '/projects/demo/spaces/web';
const place = { projectId: 'demo', spaceId: 'web' } as const;

const body = {
  blocks: [
    { type: 'heading', level: 2, text: hostile, id: hostile },
    { type: 'paragraph', text: hostile },
    { type: 'list', items: [{ text: hostile, list: { items: [{ text: hostile }] } }] },
    { type: 'quote', text: hostile, cite: hostile },
    { type: 'code', text: hostile, language: hostile },
    { type: 'image', mediaId: 'm-hostile', alt: hostile, caption: hostile, link },
    { type: 'video', mediaId: 'm-film', caption: hostile },
    { type: 'html', html: hostile },
  ],
};

const values = {
  ...{ title: hostile, thumbnail: { mediaId: 'm-hostile' }, body },
  sponsors: [{ name: hostile }],
  share: { x: { text: hostile.slice(0, 140), users: ['x'], hashTags: ['x'] } },
};

/** Every kind with every text; the second time a little different, so that there is a history. */
function things(name: string): readonly object[] {
  const news = {
    kind: 'news',
    ...place,
    instanceId: 'press',
    name,
    status: 'published',
    category: { categoryId: 'c-h' },
    tags: [{ tagId: 't-h' }],
  };
  return [
    { kind: 'media', ...place, mediaId: 'm-hostile', name, type: 'image', file: 'picture.png' },
    { kind: 'category', ...place, categoryId: 'c-h', name },
    { kind: 'tag', ...place, tagId: 't-h', name },
    { ...news, contentId: 'hostile', values },
    { ...news, contentId: 'coming', values, openingAt: Date.now() + 86_400_000 },
    { ...news, contentId: 'other', values: { ...values, body: { html: hostile, text: hostile } } },
    { ...news, contentId: 'gone', values },
    {
      kind: 'banner',
      ...place,
      instanceId: 'top',
      contentId: 'hostile',
      name,
      status: 'published',
      values: { title: hostile, url: link, image: { mediaId: 'm-hostile' } },
    },
  ];
}

const pages: readonly { readonly path: string; readonly taps?: readonly Thing[]; readonly sign: Thing }[] = [
  { path: '/', sign: ['heading', 'Traffic'] },
  { path: `${space}/news/press`, sign: ['list', 'News'] },
  { path: `${space}/banner/top`, sign: ['list', 'Banners'] },
  ...['hostile', 'other'].flatMap((id) =>
    [
      ['textbox', 'Title'] as const,
      ['tab', 'Preview'] as const,
      ['tab', 'JSON'] as const,
      ['tab', 'History'] as const,
    ].map((tap) => ({
      path: `${space}/news/press/items/${id}`,
      taps: [tap],
      sign: ['heading', /script/] as const,
    })),
  ),
  { path: `${space}/banner/top/items/hostile`, taps: [['tab', 'Preview']], sign: ['heading', /script/] },
  { path: `${space}/media`, sign: ['link', /script/] },
  { path: `${space}/media/m-hostile`, sign: ['heading', /script/] },
  { path: `${space}/media/m-hostile`, taps: [['tab', 'History']], sign: ['heading', /script/] },
  { path: `${space}/categories`, sign: ['button', /^Change .*script/] },
  { path: `${space}/tags`, sign: ['button', /^Change .*script/] },
  { path: `${space}/removed`, sign: ['button', /^Look at .*script/] },
  { path: `${space}/removed`, taps: [['button', /^Look at .*script/]], sign: ['dialog', /script/] },
  { path: '/keys', sign: ['button', /^Actions for .*script/] },
  { path: '/operators', sign: ['button', /^Actions for .*script/] },
  { path: '/audit', sign: ['heading', 'Audit log'] },
  { path: '/account', sign: ['heading', 'Your account'] },
  {
    path: '/explorer?operation=listNews&projectId=demo&spaceId=web&instanceId=press',
    taps: [['button', 'Run']],
    sign: ['tab', 'Body'],
  },
];

inRoom((room) => {
  let olga: Person;

  beforeAll(async () => {
    const { must, folder, fill, seat } = room();
    await Bun.write(join(folder, 'picture.png'), await makeSource('cut-out'));
    await fill(things('first'));
    await fill(things(hostile));
    const item = z.object({ etag: z.string() });
    const gone = `${space}/news/instances/press/news/gone`;
    await must(gone, { method: 'DELETE', etag: item.parse(await must(gone)).etag });
    const name = hostile.slice(0, 100);
    await must('/keys', { method: 'POST', body: { name, grants: [{ projectId: 'demo' }] } });
    await must('/session/tokens', { method: 'POST', body: { name } });
    const roles = [{ projectId: 'demo', role: 'viewer' }];
    await must('/operators', { method: 'POST', body: { operatorId: 'mallory', name, roles } });
    olga = await seat();
    const source = `window.violations = [];
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        window.violations.push(violatedDirective + ' ' + blockedURI);
      });`;
    await olga.page.ask('Page.addScriptToEvaluateOnNewDocument', { source });
    await olga.visit(`${room().url}/console/places`);
    await olga.see('navigation', 'Menu');
  });

  for (const { path, taps = [], sign } of pages) {
    test(`stored scripts never run: ${[path, ...taps.map(([, name]) => name)].join(' ')}`, async () => {
      await olga.page.evaluate(`history.pushState(null, '', ${JSON.stringify(`/console${path}`)})`);
      for (const tap of taps) await olga.tap(...tap);
      await olga.see(...sign);
      await olga.until(isShown);
      expect(await olga.page.evaluate(findings)).toEqual({ violations: [], links: [], handlers: [] });
    });
  }
});

/** All elements of the page, those of shadow roots included. */
const elements = `((all) => all(all, document))((all, root) =>
  [...root.querySelectorAll('*')].flatMap((each) => [each, ...(each.shadowRoot ? all(all, each.shadowRoot) : [])]))`;

/** Whether what was stored is there to be read, as the text that it is, or as what was left of its mark-up. */
const isShown = `${elements}.some((each) => /ran=1|^go$/.test(
  [...each.childNodes].filter((node) => node instanceof Text).map(({ data }) => data).join('') || (each.value ?? '')))`;

/** Whether anything ran or tried to, and what could run if it were clicked. */
const findings = `((elements) => {
  const text = ({ outerHTML }) => outerHTML.slice(0, 200);
  return {
    ran: window.ran,
    violations: window.violations,
    links: elements.filter((each) => /^\\s*javascript:/i.test(each.getAttribute('href') ?? '')).map(text),
    handlers: elements.filter((each) => each.hasAttribute('onerror') || each.hasAttribute('onload')).map(text),
  };
})(${elements})`;
