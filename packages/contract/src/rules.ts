import type { z } from 'zod';

/**
 * The rules for what is sent to the write interface, imported or uploaded, each with the message for those who break it;
 * `{name}` stands for a value. A rule's name is stable, its message may change. Clients can say it in their own words, as
 * the console does in each of its languages.
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
  not_type: 'must be {type}',
  not_value: 'must be {value}',
  not_valid: '{fault}',
  not_json: 'is not valid JSON',
  not_utf8: 'is not valid UTF-8',
  not_percent_encoded: 'is not valid percent-encoded UTF-8',
  inexact_number: 'holds a number that is too large to be kept exactly; write it as a string',
  broken_off: 'broke off',
  not_id: 'must be 1 to {most} characters of A-Z a-z 0-9 . _ ~ -, and not . or ..',
  not_operator_id: 'must be 1 to {most} letters, digits or . _ @ + -, as in ken or ken@acme.test',
  not_email: 'must be an e-mail address, such as ken@example.com',
  build_without_reviews: 'must not hold events of reviews: a build hook is called for content only',
  not_language: 'must be the code of a language, such as en or ja',
  no_mail_server: 'this service sends no mail, so an address could not be confirmed; see NEWSSTAND_SMTP_URL',
  too_many_mails: 'too many links were sent in the last hour; try again later',
  not_unicode: 'is not valid Unicode: it holds {character}, which is half a character',
  name_not_unicode: 'the name is not valid Unicode: it holds {character}, which is half a character',
  not_alias: 'must be 1 to {most} characters without control characters',
  dots: 'must not be . or ..',
  control_characters: 'must not hold control characters',
  not_time: 'must be an integer: milliseconds since the Unix epoch',
  past: 'must be in the future',
  too_far_ahead: 'must be at most {most} days ahead',
  integer_range: 'must be an integer from {least} to {most}',
  period: 'must be after from, by at most {most} days',
  not_url: 'must be an absolute http or https URL, other characters percent-encoded',
  url_with_password: 'must not hold a user name or password',
  private_address:
    'the address is private, of this machine, or reserved; NEWSSTAND_WEBHOOK_PRIVATE=true would allow it',
  not_link: 'must be an http or https URL, a path that begins with /, mailto: or tel:',
  not_preview_url:
    'must be an http or https URL with {token}, and no other braces than {contentId} and {alias}',
  empty_link: 'must not be empty; leave it out if the banner has no link',
  empty: 'must not be empty',
  characters_range: 'must be {least} to {most} characters, after trimming',
  too_many_characters: 'must be at most {most} characters',
  too_many_elements: 'must have at most {most} elements',
  too_few_characters: 'must be at least {least} characters',
  too_deep: 'must not be nested deeper than {most} levels',
  too_deep_document: 'is nested {levels} levels deep; at most {most} are allowed',
  too_many_values: 'has {values} members and elements in all; at most {most} are allowed',
  at_least: 'must be at least {least}',
  at_most: 'must be at most {most}',
  one_of: 'must be one of {names}',
  not_label: 'must hold neither commas nor control characters',
  not_hash: 'must be the hash of a file: 64 hexadecimal digits',
  instance_without_space: 'an instance needs its space',
  space_of_all_projects: 'a space needs its project: give projectId instead of *',
  twice: 'must be given once',
  each_once: 'must name each banner once',
  not_kind: "must be one of {names}; did you mean '{name}'?",
  no_kind: 'is missing; it must be one of {names}',
  not_deleted: 'must be true, or be left out',
  not_object_or_null: 'must be an object, or null',
  not_operations: '{fault}',
  // What a request must not say, or must say otherwise.
  as_in_path: "must be '{value}', as in the path, or omitted",
  id_is_generated: 'must be omitted, since a new ID is generated; use PUT to choose one',
  delete_instead: 'is not taken here; use DELETE',
  below_the_item: 'is not taken here; put it below the item',
  upload_instead: 'is not accepted here; upload the file, and give the ID of the upload as `upload`',
  not_upload: 'must be the ID of an upload',
  not_space_picture: 'must be the ID of a picture of this space',
  without_instance: 'must be omitted: a {kind} belongs to no instance',
  other_kinds: '{action} is for {kinds} only',
  itself: 'must be another one',
  not_etag: 'must be an ETag in its quotes, or *',
  not_star: 'must be *',
  not_public_path: 'must be a path of the public interface, from /static/projects on',
  other_header: 'may not be sent from here',
  not_plain: 'must be plain characters, at most {most}',
  autosave_published: 'is for drafts; save changes of a published item as its next version',
  // What an item needs.
  incomplete: 'is missing; {need} before it is published or scheduled, or save it as a draft',
  unsafe_link:
    'has a link that is not a web address; begin it with https://, http://, mailto: or tel:, or with / for a page of the same site',
  closes_before_opening: 'must be after openingAt, which is {openingAt}',
  opens_after_closing: 'must be before closingAt, which is {closingAt}; change that first',
  closes_too_early: 'must be after openingAt, which is {openingAt}; change that first, or unpublish it',
  takeover_passed: 'has passed; publish the next version instead, or leave it out',
  reservation_cleared:
    'had passed and was removed, because from then on the item would be published; it is a draft now',
  published_draft:
    'is draft, but reservedAt has passed, which publishes the item: for a draft leave reservedAt out or set it in the future, or else set status to published',
  video_url_missing:
    'is missing: a video hosted elsewhere needs the URL of its HLS playlist, which ends in .m3u8',
  not_playlist:
    'is not an HLS playlist: a video hosted elsewhere needs the URL of its HLS playlist, which ends in .m3u8',
  other_media_type: "is '{type}', but the file contains {content}",
  // What the store holds already.
  dangling: "there is no {kind} '{id}' in this space",
  dangling_perhaps:
    "there is no {kind} '{id}' in this space, unless a line that could not be read was meant to bring it",
  no_item: 'there is no {item}',
  item_gone: 'there is no {item} after the earlier changes',
  no_banner: "there is no banner '{id}' in this instance",
  changed_meanwhile: 'somebody else has changed it in the meantime',
  not_confirmed: 'must be {id}, the ID of what is removed',
  place_taken: '{id} is already in use; choose another ID',
  no_place: 'there is no {place}',
  alias_taken: "'{alias}' is also the alias of {items}",
  alias_is_id: "'{alias}' is the ID of another {kind}; choose another alias",
  id_is_alias: "'{id}' is the alias of {item}; choose another ID, or change that alias",
  instance_taken: "'{id}' is already an instance for {kind} in this space; choose another ID",
  still_used: "can't be deleted: it is still used by {items}",
  still_default: "can't be deleted: it is the default picture of {instances}",
  still_filled_one: "can't be deleted: it still contains {count} item",
  still_filled: "can't be deleted: it still contains {count} items",
  // Operators, tokens and keys.
  wrong_password: 'is not the current password',
  wrong_code: 'is not the code that the app shows now; check the clock of the device, and try the next code',
  passkey_refused: 'the passkey could not be checked; try again',
  passkey_exists: 'this passkey is registered already',
  too_many_passkeys: 'there are {most} passkeys already; remove one first',
  passkeys_need_name: 'passkeys do not work at an IP address; open the console by a name, such as localhost',
  not_app_secret: 'must be a secret that this service has created',
  session_needed: 'a token cannot do this; sign in with a browser',
  second_factor_exists: 'this operator already has a second factor; use it to sign in',
  last_second_factor: 'your role needs a second factor; add another one first',
  no_second_factor: 'recovery codes need a second factor; add a passkey or an authenticator app first',
  own_link: 'change your own password in your account; another owner can send you a link',
  own_factors: 'change your own second factors in your account',
  own_second_factor:
    'set up a second factor for yourself first, and sign in with it: you would be locked out',
  other_operator: 'must be {id}, or omitted',
  outlives_token: 'must be given, and at most {most}',
  reserved_name: 'is reserved for keys of the explorer',
  operator_exists: 'there is an operator {id}; an owner of all projects can grant them further roles',
  passkey_needed:
    'passwords are switched off here, so this would be no way to sign in; set up a passkey first',
  own_password:
    'you are signed in with a password; sign in with a passkey or by a provider first: you would be locked out',
  last_way_in:
    'this is the last way to sign in; set a password, add a passkey or link another identity first',
  last_owner: 'this is the last owner of all projects; add another one first',
  owners_only: 'only owners can manage operators',
  not_owned: 'you do not own {place}, so you cannot grant a role in it',
  erases_self: 'you cannot erase yourself; ask another owner',
  partly_owned: 'this operator also has roles in places that you do not own; ask an owner of all projects',
  writer_limit:
    'a writer can change only drafts, and next versions without a time to take over; propose it to an editor',
  role_needed: 'this needs the role {role} in {place}; an owner can grant it',
  scoped_token: 'a token with scopes cannot manage the account of its operator; sign in',
  beyond_scopes: 'goes beyond what you may do yourself: {scope}',
  too_many_tokens: 'there are {most} tokens already; revoke one first',
  too_many_views: 'an instance has at most {most} shared views; delete some first',
  too_many_previews: 'an item can have at most {most} preview links; revoke one first',
  preview_gone: 'there is no such preview link any more',
  key_over: 'this key is {state}: create a new one',
  webhook_off: 'this webhook is switched off: switch it on first',
  // Reviews.
  nothing_to_propose:
    'there is nothing to propose: a draft can be proposed, or the next version of what is published',
  nothing_to_publish: 'there is nothing left to publish: reload to see what readers see now',
  proposal_closed: 'this proposal is {state} already',
  too_many_proposals: 'you have {most} open proposals already; withdraw one first',
  too_many_comments: 'a proposal can have at most {most} comments; publish it, send it back or withdraw it',
  others_proposal: 'only {by} or an editor can withdraw this proposal',
  four_eyes_needed:
    '{item} belongs to an instance that demands four eyes: save the change as a draft or a next version, propose it, and let another operator publish it',
  four_eyes_own: 'you proposed this yourself; in this instance another operator has to publish it',
  four_eyes_handed:
    'you and {by} do not count as two: one of you has invited the other, or given them a link or reset their factors, within the last {days} days; another operator has to publish it',
  four_eyes_changed:
    'it is not just what {by} proposed; in this instance it has to be proposed again before another operator publishes it',
  // Uploads and their files.
  too_many_uploads:
    'at most {most} uploads per operator, and {total} in total, can be in progress: finish or cancel one',
  too_large_file: 'a file can have at most {most} bytes',
  too_large_item: 'a stored item can have at most {most} bytes, with its next version',
  too_large_batch: 'these items have more than {most} million characters in total; change fewer at once',
  upload_gone: 'there is no such upload in this project; it may have expired: upload the file again',
  upload_busy: 'the upload is still arriving or being processed: wait until it is ready',
  no_picture: 'this media has no picture to apply operations to',
  no_space_for_originals: 'waiting to retry: the disk for originals is full',
  originals_unavailable: 'waiting to retry: {cause}',
  upload_failed: 'could not be ingested because of an internal error; see the log of the service',
  not_stored: 'could not be stored in time; upload it again',
  too_much_memory: 'takes too much memory to read',
  too_slow: 'takes too long to read',
  not_decodable: 'cannot be decoded',
  decoder_ended: 'cannot be decoded (the process ended with {end})',
  decoder_killed: 'could not be read completely: the process was killed, perhaps because memory ran out',
  empty_file: 'is empty',
  unreadable_file: "can't be read ({code})",
  changed_file: 'changed while it was being read',
  not_regular_file: 'is not a regular file',
  unusable_file: '{fault}',
  unknown_format: 'is not in a supported format; use JPEG, PNG, GIF, WebP, AVIF, SVG, MP4, MOV or WebM',
  not_picture: 'This is not a JPEG, PNG, GIF, WebP, AVIF or SVG picture.',
  damaged_picture: 'The picture is damaged, or not what it seems to be.',
  too_many_pixels: 'The picture has too many pixels.',
  too_large_picture: 'A picture of {width} x {height} pixels is too large.',
  too_many_bytes: 'The picture has more than {most} bytes.',
  heavy_picture: 'The picture takes too much time or memory to render.',
  crashing_picture: 'The picture crashes its decoder.',
  slow_filters: 'These filters take too long on {width} x {height} pixels.',
  not_video: 'is not a supported video; use MP4, MOV or WebM',
  no_video_track: 'has no video track; it may be audio only, or truncated',
  no_video_frame: 'has no frame that can be {done}',
  too_large_video: 'has {width}x{height} pixels; at most {most} are allowed',
  broken_video: "can't be converted: ffmpeg says {text}",
  too_many_parts: 'has too many parts',
  no_ffmpeg:
    "can't be converted because {ffmpeg} is not installed; install ffmpeg 5.1 or newer (Debian: apt install ffmpeg), or use a ready-made HLS folder",
  not_zip: 'is neither a folder nor a zip',
  broken_zip: 'is an unusual or broken zip; create it again as an ordinary zip',
  no_page: 'contains no page (.html)',
  several_pages: 'contains several pages, such as {page} and {other}, but no index.html at its top',
  package_file: 'contains {path}, {fault}',
  package_name: 'contains a name that is not UTF-8; create the zip again with UTF-8 names',
  colliding_files: 'contains {path} and {other}, which collide',
  file_as_folder: 'contains {path}, but {other} is a file, not a folder',
  too_many_files: 'contains too many files',
  more_files: 'contains more than {most} files',
  more_entries: 'contains more than {most} files and folders',
  too_large_package: 'contains more than {most} bytes',
} as const;

/** The stable name of a rule. */
export type Rule = keyof typeof rules;

/** The values in the message of a rule. */
export type RuleValues = { readonly [name: string]: string | number };

/** The names of the values in a message. */
type NamesIn<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The values that the message of a rule needs, as parameters. */
export type ValuesOf<R extends Rule> = [NamesIn<(typeof rules)[R]>] extends [never]
  ? []
  : [values: Readonly<Record<NamesIn<(typeof rules)[R]>, string | number>>];

/** A rule that was broken, the values in its message, and the message. */
export type BrokenRule = {
  readonly rule: Rule;
  readonly values?: RuleValues | undefined;
  readonly message: string;
};

/** One fault in what was sent; `path` as in `values.title`, empty for the whole body. */
export type Fault = BrokenRule & { readonly path: string };

/** States that a rule was broken. */
export function broken<R extends Rule>(rule: R, ...[values]: ValuesOf<R>): BrokenRule {
  return brokenWith(rule, values);
}

/** The same for values whose names are not known when this is compiled. */
export function brokenWith(rule: Rule, values: RuleValues | undefined): BrokenRule {
  if (values === undefined) return { message: rules[rule], rule };
  const message = rules[rule].replace(/\{(\w+)\}/g, (_, name: string) => `${values[name] ?? ''}`);
  return { message, rule, values };
}

/** States where a rule was broken. */
export function faultAt<R extends Rule>(path: string, rule: R, ...values: ValuesOf<R>): Fault {
  return { path, ...broken(rule, ...values) };
}

/** The schema of a broken rule that comes from another process or from disk. zod is passed in: the rules do without it. */
export function brokenRuleSchema(zod: typeof z) {
  return zod.object({
    rule: zod.custom<Rule>((name) => typeof name === 'string' && Object.hasOwn(rules, name)),
    values: zod.record(zod.string(), zod.union([zod.string(), zod.number()])).optional(),
    message: zod.string(),
  });
}

/** The options of a custom check of a schema that enforces a rule. */
export function breaks<R extends Rule>(rule: R, ...values: ValuesOf<R>) {
  const { message, ...params } = broken(rule, ...values);
  return { error: message, params };
}
