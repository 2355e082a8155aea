import type { WebhookView } from '@newsstand/contract/manage';
import { isWebAddress } from '@newsstand/contract/plain';
import { type Language, wordsOf } from '../../words/languages.ts';

/** The host of a URL, as the short name of a webhook. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** What is wrong with a URL that somebody has typed; the service may refuse it for other reasons. */
export function urlFault(text: string): 'urlWrong' | 'urlPassword' | undefined {
  if (!isWebAddress(text)) return 'urlWrong';
  const { username, password } = new URL(text);
  return username === '' && password === '' ? undefined : 'urlPassword';
}

/** What a webhook tells about, and when. */
export function aboutOf(
  { kinds, events }: WebhookView,
  language: Language,
): { kinds: string; events: string } {
  const texts = wordsOf(language).webhooks;
  return {
    kinds: kinds ? texts.list(kinds.map((kind) => texts.kinds[kind])) : texts.everyKind,
    events: events
      ? texts.list(events.map((event) => ({ ...texts.events, ...texts.reviews })[event]))
      : texts.everyEvent,
  };
}

/** How the service begins its reasons for switching a webhook off. */
const reasons = [
  ['an operator', 'operator'],
  ['the receiver answers that it is gone', 'gone'],
  ['a call has failed for 24 hours', 'failing'],
  ['it was copied', 'copied'],
] as const;

/** Why a webhook is off; a reason that is not known here is shown as it is. */
export function offReason(reason: string, language: Language): string {
  const known = reasons.find(([beginning]) => reason.startsWith(beginning));
  return known === undefined ? reason : wordsOf(language).webhooks.reasons[known[1]];
}

/** How long a call took. */
export function formatDuration(milliseconds: number, language: Language): string {
  const texts = wordsOf(language).calls;
  if (milliseconds < 1000) return texts.milliseconds(`${Math.round(milliseconds)}`);
  return texts.seconds((milliseconds / 1000).toFixed(1));
}

/** What an event is about: the IDs in its body. */
export function subjectOf(body: string): string | undefined {
  const data = member(parsed(body), 'data');
  const ids = ['projectId', 'spaceId', 'instanceId', 'id'].map((name) => member(data, name));
  const known = ids.filter((id) => typeof id === 'string');
  return known.length === 0 ? undefined : known.join(' / ');
}

/** JSON with a line for each member; any other text as it is. */
export function prettyJson(text: string): string {
  const value = parsed(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
