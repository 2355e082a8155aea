import type { Item } from './readItem.ts';

/** Fields in which plugins say who may read a post, and what they hold where that is everybody. */
const fields: ReadonlyMap<string, RegExp> = new Map([
  ['_jetpack_newsletter_access', /^(everybody)?$/],
  ['_members_access_role', /^$/],
  ['_is_paid', /^0?$/],
  ['rcp_access_level', /^(none|0)?$/i],
  ['rcp_subscription_level', /^(all|0)?$/i],
  ['rcp_user_level', /^(all|a:1:\{i:0;s:3:"all";\}|0)?$/i],
  ['um_content_restriction', /^(?!.*"_um_accessible";s:1:"[12]")/s],
  ['ihc_mb_who', /^(all|-1)?$/],
]);

/** Blocks whose content, or all that follows, is for members. */
const blocks = /<!-- wp:(?:jetpack\/paywall|premium-content\/|pmpro\/membership|wpmem\/)/;

/** The ends of shortcodes that stand around what is for members. */
const shortcodes =
  /\[\/(?:restrict|is_paid|members?_only|membership|member|members_access|mepr-(?:active|show)|pmpro_member|wcm_restrict|s2If|swpm_protected|ihc-hide-content|um_loggedin|private)\]/i;

/** Whether a plugin kept a post, or a part of it, from those who are no members. */
export function isForMembers({ meta, content }: Item): boolean {
  const isMarked = [...fields].some(([key, everybody]) => !everybody.test(meta.get(key) ?? ''));
  return isMarked || blocks.test(content) || shortcodes.test(content);
}
