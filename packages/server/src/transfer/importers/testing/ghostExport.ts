/** A small export as Ghost writes it, with an example of every case. */
export function ghostExport() {
  return {
    db: [
      {
        meta: { exported_on: 1735700000000, version: '5.130.2' },
        data: {
          benefits: [],
          custom_theme_settings: [],
          members: [{ id: '6600000000000000000000m1', email: 'reader@example.com', status: 'free' }],
          newsletters: [{ id: '6600000000000000000000n1', name: 'Weekly', slug: 'weekly' }],
          posts: [
            post('000000000000000000000001', 'Cards', { html, canonical_url: 'https://example.com/cards' }),
            post('000000000000000000000002', 'Lexical', {
              html: null,
              lexical: JSON.stringify(lexical),
              mobiledoc: null,
            }),
            post('000000000000000000000003', 'Mobiledoc', {
              html: null,
              lexical: null,
              mobiledoc: JSON.stringify(mobiledoc),
            }),
            post('000000000000000000000004', 'Paid', { visibility: 'paid' }),
            post('000000000000000000000005', 'Sent', { status: 'sent' }),
            post('000000000000000000000006', 'Emailed', {}),
            post('000000000000000000000007', 'Soon', {
              status: 'scheduled',
              published_at: '2025-06-01T07:00:00.000Z',
            }),
            post('000000000000000000000008', 'Whenever', { status: 'scheduled', published_at: null }),
            post('000000000000000000000009', 'Idea', {
              status: 'draft',
              published_at: null,
              codeinjection_head: '<script>',
            }),
            post('00000000000000000000000a', 'About', { type: 'page' }),
            post('00000000000000000000000b', 'Broken', { html: null, lexical: '{"root":' }),
            post('00000000000000000000000c', '', { published_at: '2019-02-03 04:05:06', slug: 'no-title' }),
          ],
          posts_authors: [{ id: 'x', post_id: '000000000000000000000001', author_id: '1', sort_order: 0 }],
          posts_meta: [
            {
              id: 'x',
              post_id: '000000000000000000000001',
              feature_image_alt: 'A cat',
              meta_title: null,
              email_only: 0,
            },
            { id: 'x', post_id: '000000000000000000000006', feature_image_alt: null, email_only: 1 },
          ],
          posts_tags: [
            { id: 'x', post_id: '000000000000000000000001', tag_id: 't2', sort_order: 2 },
            { id: 'x', post_id: '000000000000000000000001', tag_id: 't3', sort_order: 0 },
            { id: 'x', post_id: '000000000000000000000001', tag_id: 't1', sort_order: 1 },
            { id: 'x', post_id: '000000000000000000000001', tag_id: 'gone', sort_order: 3 },
          ],
          settings: [{ id: 'x', key: 'title', value: 'A blog', type: 'string' }],
          snippets: [],
          tags: [
            {
              id: 't1',
              name: 'News',
              slug: 'news',
              description: null,
              visibility: 'public',
              feature_image: null,
            },
            { id: 't2', name: 'Getting Started', slug: 'getting-started', visibility: 'public' },
            { id: 't3', name: '#hidden', slug: 'hash-hidden', visibility: 'internal' },
          ],
          users: [{ id: '1', name: 'Ann', slug: 'ann', email: 'ann@example.com', password: '$2b$10$secret' }],
        },
      },
    ],
  };
}

/** An exported post. */
export function post(id: string, title: string, own: object) {
  return {
    id,
    uuid: 'b5ae1ae0-9c0c-4f0e-a2a4-5b6c7d8e9f00',
    title,
    slug: title.toLowerCase(),
    ...{ mobiledoc: null, lexical: null, html: '<p>Text</p>', comment_id: id, plaintext: 'Text' },
    ...{ feature_image: null, featured: 0, type: 'post', status: 'published', locale: null },
    ...{ visibility: 'public', email_recipient_filter: 'all' },
    ...{ created_at: '2024-05-01T08:00:00.000Z', updated_at: '2024-05-04T08:00:00.000Z' },
    ...{ published_at: '2024-05-03T08:00:00.000Z', custom_excerpt: null, canonical_url: null },
    ...{ codeinjection_head: null, codeinjection_foot: null, custom_template: null, newsletter_id: null },
    ...own,
  };
}

/** HTML as rendered by Ghost. */
const html = `<p>Hello <a href="__GHOST_URL__/about/">there</a></p>
<figure class="kg-card kg-image-card kg-card-hascaption"><img src="__GHOST_URL__/content/images/2024/05/cat.jpg"
  class="kg-image" alt="Cat" loading="lazy" width="800" height="600"
  srcset="__GHOST_URL__/content/images/size/w600/2024/05/cat.jpg 600w, __GHOST_URL__/content/images/2024/05/cat.jpg 800w"
  sizes="(min-width: 720px) 720px"><figcaption><span style="white-space: pre-wrap;">A cat</span></figcaption></figure>
<figure class="kg-card kg-bookmark-card kg-card-hascaption"><a class="kg-bookmark-container" href="https://example.com/a">
  <div class="kg-bookmark-content"><div class="kg-bookmark-title">A page</div><div class="kg-bookmark-description">On it</div>
  <div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://example.com/icon.png" alt="">
  <span class="kg-bookmark-author">Site</span></div></div>
  <div class="kg-bookmark-thumbnail"><img src="https://example.com/thumb.png" alt=""></div></a>
  <figcaption>Worth it</figcaption></figure>
<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="__GHOST_URL__/content/media/clip.mp4"
  width="640" height="360" preload="metadata"></video><div class="kg-video-overlay"><button aria-label="Play">
  <svg></svg></button></div><span class="kg-video-time">0:00</span></div></figure>
<figure class="kg-card kg-embed-card"><iframe width="200" height="113" src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed"></iframe></figure>
<pre><code class="language-js">a &lt; b</code></pre><hr>
<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text"><span>More</span></h4>
  <button class="kg-toggle-card-icon"><svg></svg></button></div><div class="kg-toggle-content"><p>Inside</p></div></div>`;

/** Lexical, the format of Ghost 5. */
const lexical = {
  root: {
    children: [
      {
        type: 'paragraph',
        children: [
          {
            type: 'extended-text',
            text: 'Plain & ',
            format: 0,
            detail: 0,
            mode: 'normal',
            style: '',
            version: 1,
          },
          { type: 'extended-text', text: 'both', format: 3 },
          { type: 'linebreak' },
          {
            type: 'link',
            url: 'https://example.com/',
            rel: null,
            children: [{ type: 'text', text: 'link', format: 16 }],
          },
        ],
        direction: 'ltr',
        indent: 0,
      },
      { type: 'extended-heading', tag: 'h3', children: [{ type: 'text', text: 'Head', format: 0 }] },
      {
        type: 'list',
        listType: 'bullet',
        tag: 'ul',
        children: [
          { type: 'listitem', value: 1, children: [{ type: 'text', text: 'one' }] },
          {
            type: 'listitem',
            value: 2,
            children: [
              {
                type: 'list',
                tag: 'ol',
                children: [{ type: 'listitem', children: [{ type: 'text', text: 'deeper' }] }],
              },
            ],
          },
        ],
      },
      { type: 'extended-quote', children: [{ type: 'text', text: 'Said so' }] },
      {
        type: 'image',
        src: '__GHOST_URL__/content/images/a.png',
        width: 10,
        height: 20,
        alt: 'A',
        caption: '<em>A</em>',
      },
      {
        type: 'gallery',
        images: [
          { src: '__GHOST_URL__/content/images/b.png', row: 0, width: 10, height: 20 },
          { src: '__GHOST_URL__/content/images/c.png', row: 0, width: 10, height: 20 },
        ],
        caption: 'Two',
      },
      { type: 'codeblock', code: 'a < b', language: 'ts', caption: '' },
      { type: 'horizontalrule' },
      { type: 'html', html: '<p>Raw</p>' },
      {
        type: 'bookmark',
        url: 'https://example.com/a',
        metadata: { title: 'A page', description: null },
        caption: '',
      },
      {
        type: 'embed',
        url: 'https://example.com/e',
        html: '<iframe src="https://player.vimeo.com/video/1"></iframe>',
      },
      { type: 'callout', calloutText: '<p>Mind</p>', calloutEmoji: '💡', backgroundColor: 'blue' },
      { type: 'paywall' },
      { type: 'signup', header: 'Sign up' },
    ],
    type: 'root',
    version: 1,
  },
};

/** Mobiledoc, the format of Ghost 1 to 4. */
const mobiledoc = {
  version: '0.3.1',
  atoms: [['soft-return', '', {}]],
  cards: [
    ['image', { src: '__GHOST_URL__/content/images/a.png', alt: 'A', caption: 'Cap' }],
    ['hr', {}],
    ['card-markdown', { markdown: '## Marked\n\n- down' }],
    ['code', { code: 'a < b' }],
    ['subscribe', {}],
  ],
  markups: [['strong'], ['a', ['href', 'https://example.com/?a=1&b=2']]],
  sections: [
    [
      1,
      'p',
      [
        [0, [], 0, 'Plain & '],
        [0, [0, 1], 1, 'both'],
        [0, [], 1, ' one'],
        [1, [], 0, 0],
        [0, [], 0, 'end'],
      ],
    ],
    [1, 'h2', [[0, [], 0, 'Head']]],
    [3, 'ol', [[[0, [], 0, 'one']], [[0, [0], 1, 'two']]]],
    [1, 'blockquote', [[0, [], 0, 'Said so']]],
    ...[0, 1, 2, 3, 4].map((card) => [10, card]),
    [99, 'nonsense'],
  ],
};
