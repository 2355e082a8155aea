import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { makeSource } from '../../docs/media/makeSample.ts';
import { byRole, click, find } from '../browser/interactions.ts';
import { rewriteStored } from '../rewriteStored.ts';
import { describeConsole } from './describeConsole.ts';

/** A link that would run if followed. It is refused today, but an older version may have stored it in place of this one. */
const link = 'javascript:ran=1';
const placeholder = 'https://example.com/script';
/** Markup that would run if text were not escaped. */
const hostile = `<script>ran=1</script><img src=x onerror=ran=1><svg onload=ran=1></svg><a href="${placeholder}">go</a>`;
const space = '/projects/demo/spaces/web';
const place = { projectId: 'demo', spaceId: 'web' } as const;

const body = {
  blocks: [
    { type: 'heading', level: 2, text: hostile, id: hostile },
    { type: 'paragraph', text: hostile },
    { type: 'list', items: [{ text: hostile, list: { items: [{ text: hostile }] } }] },
    { type: 'quote', text: hostile, cite: hostile },
    { type: 'code', text: hostile, language: hostile },
    { type: 'image', mediaId: 'm-hostile', alt: hostile, caption: hostile, link: placeholder },
    { type: 'video', mediaId: 'm-film', caption: hostile },
    { type: 'html', html: hostile },
    { type: 'table', rows: [[hostile], [hostile]], header: true, caption: hostile },
    { type: 'gallery', images: [{ mediaId: 'm-hostile', alt: hostile, caption: hostile }], caption: hostile },
    { type: 'callout', tone: 'warning', title: hostile, text: hostile },
    { type: 'embed', url: 'https://example.com/hostile', title: hostile, caption: hostile },
    { type: 'paragraph', text: 'noted<sup data-note="n1"></sup>' },
    { type: 'footnotes', notes: [{ id: 'n1', text: hostile }] },
    {
      type: 'related',
      title: hostile,
      items: [{ app: 'news', instanceId: 'press', contentId: 'other', title: hostile }],
    },
  ],
};

const values = {
  ...{ title: hostile, thumbnail: { mediaId: 'm-hostile' }, body },
  sponsors: [{ name: hostile }],
  share: { x: { text: hostile.slice(0, 140), users: ['x'], hashTags: ['x'] } },
};

/** Records of every kind with hostile texts; imported twice with different names, so that they have a history. */
function records(name: string): readonly object[] {
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
    {
      ...{ kind: 'media', ...place, mediaId: 'm-hostile', name, type: 'image', file: 'picture.png' },
      ...{ alt: hostile, credit: hostile, rights: hostile, labels: [hostile.slice(0, 60)] },
    },
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
      values: { title: hostile, url: placeholder, image: { mediaId: 'm-hostile' } },
    },
  ];
}

/** An element that shows the name of a hostile record, by its tag. */
const named = (tag: string) =>
  `xpath/.//${tag}[contains(., "<script>") or contains(@aria-label, "<script>")]`;
const labelled = (start: string) => `button[aria-label^="${start} "][aria-label*="<script>"]`;

type Visit = {
  readonly path: string;
  /** A tab or a button that is clicked first. */
  readonly click?: string;
  /** An element that is there when the page has loaded. */
  readonly sign: string;
};

/** What shows texts as others do. */
const similar: readonly Visit[] = [
  { path: `${space}/media/m-hostile`, click: byRole('tab', 'History'), sign: named('h1') },
  { path: `${space}/tags`, sign: labelled('Edit') },
  { path: `${space}/removed`, sign: labelled('View') },
  { path: '/account', sign: byRole('heading', 'Your account') },
];

const visits: readonly Visit[] = [
  { path: '/', sign: byRole('heading', 'Traffic') },
  { path: `${space}/news/press`, sign: byRole('table', 'News') },
  { path: `${space}/banner/top`, sign: byRole('table', 'Banners') },
  ...['hostile', 'other'].flatMap((id) =>
    ['Write', 'Preview', 'JSON', 'History'].map((tab) => ({
      ...{ path: `${space}/news/press/items/${id}`, click: byRole('tab', tab), sign: named('h1') },
    })),
  ),
  { path: `${space}/banner/top/items/hostile`, click: byRole('tab', 'Preview'), sign: named('h1') },
  { path: `${space}/media`, sign: named('a') },
  { path: `${space}/media/m-hostile`, sign: named('h1') },
  { path: `${space}/categories`, sign: labelled('Edit') },
  { path: `${space}/removed`, click: labelled('View'), sign: '[role="dialog"]' },
  { path: '/keys', sign: labelled('Actions for') },
  { path: '/operators', sign: labelled('Actions for') },
  { path: '/audit', sign: byRole('heading', 'Audit log') },
  {
    path: '/explorer?operation=listNews&projectId=demo&spaceId=web&instanceId=press',
    click: byRole('button', 'Run'),
    sign: byRole('tab', 'Body'),
  },
  ...similar,
];

describeConsole((service) => {
  let olga: Page;

  beforeAll(async () => {
    const { manage, folder, importRecords, openPage } = service();
    await Bun.write(join(folder, 'picture.png'), await makeSource('cut-out'));
    await importRecords(records('first'));
    await importRecords(records(hostile));
    await rewriteStored({ NEWSSTAND_DATA: join(folder, 'data') }, { [placeholder]: link });
    const item = z.object({ etag: z.string() });
    const gone = `${space}/news/instances/press/news/gone`;
    await manage(gone, { method: 'DELETE', etag: item.parse(await manage(gone)).etag });
    const name = hostile.slice(0, 100);
    await manage('/keys', { method: 'POST', body: { name, grants: [{ projectId: 'demo' }] } });
    await manage('/session/tokens', { method: 'POST', body: { name } });
    const roles = [{ projectId: 'demo', role: 'viewer' }];
    await manage('/operators', { method: 'POST', body: { operatorId: 'mallory', name, roles } });
    olga = await openPage();
    const source = `window.violations = [];
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
        window.violations.push(violatedDirective + ' ' + blockedURI);
      });`;
    await olga.evaluateOnNewDocument(source);
    await olga.goto(`${service().url}/console/projects`);
    await find(olga, byRole('navigation', 'Menu'));
  });

  for (const { path, click: target, sign } of visits) {
    test(`stored scripts never run: ${path} ${target ?? ''}`, async () => {
      await olga.evaluate(`history.pushState(null, '', ${JSON.stringify(`/console${path}`)})`);
      if (target !== undefined) await click(olga, target);
      await find(olga, sign);
      await olga.waitForFunction(isShown);
      expect(await olga.evaluate(findings)).toEqual({ violations: [], links: [], handlers: [] });
    });
  }
});

/** All elements of the page, including those in shadow roots. */
const elements = `((all) => all(all, document))((all, root) =>
  [...root.querySelectorAll('*')].flatMap((each) => [each, ...(each.shadowRoot ? all(all, each.shadowRoot) : [])]))`;

/** Whether the stored text is shown, as plain text or as sanitised markup. */
const isShown = `${elements}.some((each) => /ran=1|^go$/.test(
  [...each.childNodes].filter((node) => node instanceof Text).map(({ data }) => data).join('') || (each.value ?? '')))`;

/** Whether anything ran or tried to, and what would run if clicked. */
const findings = `((elements) => {
  const text = ({ outerHTML }) => outerHTML.slice(0, 200);
  return {
    ran: window.ran,
    violations: window.violations,
    links: elements.filter((each) => /^\\s*javascript:/i.test(each.getAttribute('href') ?? '')).map(text),
    handlers: elements.filter((each) => each.hasAttribute('onerror') || each.hasAttribute('onload')).map(text),
  };
})(${elements})`;
