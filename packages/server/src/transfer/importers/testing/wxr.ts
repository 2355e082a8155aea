import { cdata } from './xmlFile.ts';

/** The parts of an item that a test sets; the rest is as WordPress writes it. */
export type ItemChoices = {
  readonly id: string;
  readonly title?: string;
  readonly type?: string;
  readonly status?: string;
  readonly slug?: string;
  readonly content?: string;
  readonly excerpt?: string;
  readonly date?: string;
  readonly dateGmt?: string;
  readonly modifiedGmt?: string;
  readonly password?: string;
  readonly isSticky?: boolean;
  readonly parent?: string;
  readonly fileUrl?: string;
  /** Taxonomy, slug and name of each. */
  readonly terms?: readonly (readonly [taxonomy: string, slug: string, name: string])[];
  readonly meta?: Readonly<Record<string, string>>;
  readonly comments?: number;
};

/** An item of an export of WordPress. */
export function item(choices: ItemChoices): string {
  const {
    id,
    title = '',
    type = 'post',
    status = 'publish',
    slug = '',
    content = '',
    excerpt = '',
  } = choices;
  const { dateGmt = '2024-05-03 09:00:00', terms = [], meta = {} } = choices;
  const { date = inTokyo(dateGmt) } = choices;
  return `	<item>
		<title>${cdata(title)}</title>
		<link>https://example.com/?p=${id}</link>
		<pubDate>Fri, 03 May 2024 09:00:00 +0000</pubDate>
		<dc:creator>${cdata('editor')}</dc:creator>
		<guid isPermaLink="false">https://example.com/?p=${id}</guid>
		<description></description>
		<content:encoded>${cdata(content)}</content:encoded>
		<excerpt:encoded>${cdata(excerpt)}</excerpt:encoded>
		<wp:post_id>${id}</wp:post_id>
		<wp:post_date>${cdata(date)}</wp:post_date>
		<wp:post_date_gmt>${cdata(dateGmt)}</wp:post_date_gmt>
		<wp:post_modified_gmt>${cdata(choices.modifiedGmt ?? dateGmt)}</wp:post_modified_gmt>
		<wp:comment_status>open</wp:comment_status>
		<wp:post_name>${cdata(slug)}</wp:post_name>
		<wp:status>${cdata(status)}</wp:status>
		<wp:post_parent>${choices.parent ?? '0'}</wp:post_parent>
		<wp:post_type>${cdata(type)}</wp:post_type>
		<wp:post_password>${cdata(choices.password ?? '')}</wp:post_password>
		<wp:is_sticky>${choices.isSticky ? 1 : 0}</wp:is_sticky>
		${choices.fileUrl === undefined ? '' : `<wp:attachment_url>${cdata(choices.fileUrl)}</wp:attachment_url>`}
		${terms.map(([domain, nicename, name]) => `<category domain="${domain}" nicename="${encodeURIComponent(nicename)}">${cdata(name)}</category>`).join('\n')}
		${Object.entries(meta)
      .map(
        ([key, value]) =>
          `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
      )
      .join('\n')}
		${'<wp:comment><wp:comment_content>Nice!</wp:comment_content></wp:comment>'.repeat(choices.comments ?? 0)}
	</item>`;
}

/** A whole export of WordPress. `declared` contains its categories, tags and everything else before the items. */
export function wxr(items: readonly string[], declared = '', version = '1.2'): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<!-- generator="WordPress/6.5" created="2024-05-04 10:00" -->
<rss version="2.0"
	xmlns:excerpt="http://wordpress.org/export/${version}/excerpt/"
	xmlns:content="http://purl.org/rss/1.0/modules/content/"
	xmlns:wfw="http://wellformedweb.org/CommentAPI/"
	xmlns:dc="http://purl.org/dc/elements/1.1/"
	xmlns:wp="http://wordpress.org/export/${version}/"
>
<channel>
	<title>An example</title>
	<link>https://example.com</link>
	<wp:wxr_version>${version}</wp:wxr_version>
	<wp:base_site_url>https://example.com</wp:base_site_url>
	<wp:base_blog_url>https://example.com</wp:base_blog_url>
${declared}
${items.join('\n')}
</channel>
</rss>`;
}

/** The declaration of a category. */
export function category(id: string, slug: string, name: string, parent = ''): string {
  return `<wp:category><wp:term_id>${id}</wp:term_id><wp:category_nicename>${cdata(slug)}</wp:category_nicename><wp:category_parent>${cdata(parent)}</wp:category_parent><wp:cat_name>${cdata(name)}</wp:cat_name></wp:category>`;
}

/** Local time in Tokyo. */
function inTokyo(gmt: string): string {
  const timestamp = Date.parse(`${gmt.replace(' ', 'T')}Z`);
  return Number.isNaN(timestamp)
    ? gmt
    : new Date(timestamp + 9 * 3_600_000).toISOString().replace('T', ' ').slice(0, 19);
}
