/**
 * The rules that editors and owners can break, each with the message that the write interface sends; `{name}` stands for a
 * value. A rule's name is stable, its message may change. Clients can say it in their own words, as the console does.
 * A message follows the first rule that it matches: special ones come before general ones.
 */
export const rules = {
  // Members of a body.
  missing: 'is missing',
  misspelt: "is missing; is '{name}' a typo?",
  null: 'must not be null; leave it out, or give a value',
  unknown_member: "is not known; did you mean '{name}'?",
  unknown_members: 'is not known; known are {names}',
  not_text: 'must be a string',
  not_number: 'must be a number',
  not_integer: 'must be an integer',
  not_boolean: 'must be true or false',
  not_object: 'must be an object',
  not_json_object: 'must be a JSON object',
  not_list: 'must be a list',
  not_json: 'is not valid JSON',
  not_id: 'must be 1 to {most} characters of A-Z a-z 0-9 . _ ~ -, and not . or ..',
  not_operator_id: 'must be 1 to {most} letters, digits or . _ @ + -, as in ken or ken@acme.test',
  not_unicode: 'is not valid Unicode: it holds {character}, which is half a character',
  not_alias: 'must be 1 to {most} characters without control characters',
  dots: 'must not be . or ..',
  control_characters: 'must not hold control characters',
  not_time: 'must be an integer: milliseconds since the Unix epoch',
  past: 'must be in the future',
  not_url: 'must be an absolute http or https URL, other characters percent-encoded',
  url_with_password: 'must not hold a user name or password',
  private_address:
    'the address is private, of this machine, or reserved; NEWSSTAND_WEBHOOK_PRIVATE=true would allow it',
  unknown_host: 'the host cannot be resolved',
  not_link: 'must be an http or https URL, a path that begins with /, mailto: or tel:',
  empty_link: 'must not be empty; leave it out if the banner has no link',
  empty: 'must not be empty',
  characters_range: 'must be {least} to {most} characters, after trimming',
  too_many_characters: 'must be at most {most} characters',
  too_few_characters: 'must be at least {least} characters',
  too_deep: 'must not be nested deeper than {most} levels',
  too_deep_document: 'is nested {levels} levels deep; at most {most} are allowed',
  too_many_values: 'has {values} members and elements in all; at most {most} are allowed',
  at_least: 'must be at least {least}',
  at_most: 'must be at most {most}',
  one_of: 'must be one of {names}',
  twice: 'must be given once',
  each_once: 'must name each banner once',
  // What an item needs.
  incomplete: 'is missing; {need} before it is published or scheduled, or save it as a draft',
  unsafe_link:
    'has a link that is not a web address; begin it with https://, http://, mailto: or tel:, or with / for a page of the same site',
  closes_before_opening: 'must be after openingAt, which is {openingAt}',
  published_draft:
    'is draft, but reservedAt has passed, which publishes the item: for a draft leave reservedAt out or set it in the future, or else set status to published',
  video_url_missing:
    'is missing: a video hosted elsewhere needs the URL of its HLS playlist, which ends in .m3u8',
  not_playlist:
    'is not an HLS playlist: a video hosted elsewhere needs the URL of its HLS playlist, which ends in .m3u8',
  other_media_type: "is '{type}', but the file contains {content}",
  // What the store holds already.
  dangling: "there is no {kind} '{id}' in this space",
  alias_taken: "'{alias}' is also the alias of {items}",
  alias_is_id: "'{alias}' is the ID of another {kind}; choose another alias",
  id_is_alias: "'{id}' is the alias of {item}; choose another ID, or change that alias",
  instance_taken: "'{id}' is already an instance for {kind} in this space; choose another ID",
  still_used: "can't be deleted: it is still used by {items}",
  still_filled_one: "can't be deleted: it still contains {count} item",
  still_filled: "can't be deleted: it still contains {count} items",
  // Operators, tokens and keys.
  wrong_password: 'is not the current password',
  reserved_name: 'is reserved for keys of the explorer',
  operator_exists: 'there is an operator {id}; an owner of all projects can grant them further roles',
  last_owner: 'this is the last owner of all projects; add another one first',
  owners_only: 'only owners can manage operators',
  not_owned: 'you do not own {project}, so you cannot grant a role in it',
  partly_owned: 'this operator also has roles in projects that you do not own; ask an owner of all projects',
  role_needed: 'this needs the role {role} in {place}; an owner can grant it',
  too_many_tokens: 'there are {most} tokens already; revoke one first',
  key_over: 'this key is {state}: create a new one',
  webhook_off: 'this webhook is switched off: switch it on first',
  // Uploads and their files.
  too_many_uploads:
    'at most {most} uploads per operator, and {total} in total, can be in progress: finish or cancel one',
  too_large_file: 'a file can have at most {most} bytes',
  too_large_item: 'a stored item can have at most {most} bytes',
  too_large_batch: 'these items have more than {most} million characters in total; change fewer at once',
  upload_gone: 'there is no such upload in this project; it may have expired: upload the file again',
  upload_busy: 'the upload is still arriving or being processed: wait until it is ready',
  no_picture: 'this media has no picture to apply operations to',
  empty_file: 'is empty',
  unknown_format: 'is not in a supported format; use JPEG, PNG, GIF, WebP, AVIF, SVG, MP4, MOV or WebM',
  not_picture: 'This is not a JPEG, PNG, GIF, WebP, AVIF or SVG picture.',
  damaged_picture: 'The picture is damaged, or not what it seems to be.',
  too_many_pixels: 'The picture has too many pixels.',
  too_large_picture: 'A picture of {width} x {height} pixels is too large.',
  slow_filters: 'These filters take too long on {width} x {height} pixels.',
  not_video: 'is not a supported video; use MP4, MOV or WebM',
  no_video_track: 'has no video track; it may be audio only, or truncated',
  no_video_frame: 'has no frame that can be {done}',
  too_large_video: 'has {width}x{height} pixels; at most {most} are allowed',
  broken_video: "can't be converted: ffmpeg says {text}",
  not_zip: 'is neither a folder nor a zip',
  broken_zip: 'is an unusual or broken zip; create it again as an ordinary zip',
  no_page: 'contains no page (.html)',
  too_many_files: 'contains too many files',
  too_large_package: 'contains more than {most}',
} as const;

/** The stable name of a rule. */
export type Rule = keyof typeof rules;

/** The values in the message of a rule. */
export type RuleValues = Readonly<Record<string, string | number>>;

const patterns = Object.entries(rules).map(([rule, message]) => ({
  rule,
  pattern: new RegExp(`^${escaped(message).replace(/\\\{(\w+)\\\}/g, '(?<$1>.+?)')}$`, 's'),
}));

/** The rule that a message of the write interface states, with its values; undefined for messages to programmers. */
export function ruleOf(message: string): { readonly rule: string; readonly values?: RuleValues } | undefined {
  for (const { rule, pattern } of patterns) {
    const { groups } = pattern.exec(message) ?? {};
    if (groups !== undefined) return { rule, values: { ...groups } };
    if (pattern.test(message)) return { rule };
  }
  return undefined;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
