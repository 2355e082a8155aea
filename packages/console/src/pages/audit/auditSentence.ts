import type { AuditView } from '@newsstand/contract/manage';
import { roleNames } from '@newsstand/contract/manage/plain';
import { spacePath, webhookHref } from '../../api/paths.ts';
import { type Language, wordsOf } from '../../words/languages.ts';

/** An entry as a sentence: who did what to what. Unknown actions are shown as logged. */
export function auditSentence(
  { by, action, target, details }: AuditView,
  language: Language,
  nameOf: (by: string) => string = (name) => name,
): string {
  const texts = wordsOf(language).audit;
  const actors: Readonly<Record<string, string>> = {
    'command line': texts.commandLine,
    nobody: texts.nobody,
    'webhook sender': texts.sender,
    'audit retention': texts.sender,
    'mail sender': texts.sender,
  };
  const who = named(actors, by) ?? nameOf(by);
  // A webhook has no name; of its URL, only the host is logged.
  const subject = action.startsWith('operator.') ? nameOf(nameIn(action, target)) : nameIn(action, target);
  const name = textOf(details?.['name']) ?? textOf(details?.['host']) ?? subject;
  const describe = named(texts.actions, action);
  if (describe) return describe(who, name);
  const [kind = '', verb = ''] = action.split('.');
  const [kindName, sentence] = [named(texts.kinds, kind), named(texts.verbs, verb)];
  return kindName && sentence ? sentence(who, texts.thing(kindName, name)) : texts.other(who, action);
}

/** Short notes about an entry: role, address, batch. */
export function auditNotes({ details = {} }: AuditView, language: Language): readonly string[] {
  const texts = wordsOf(language).audit;
  const role = roleNames.find((each) => each === details['role']);
  const address = textOf(details['address']);
  return [
    ...(role === undefined ? [] : [wordsOf(language).roles[role]]),
    ...(address === undefined ? [] : [texts.from(address)]),
    ...(details['isBatch'] === true ? [texts.together] : []),
  ];
}

const collections: Readonly<Record<string, string>> = { category: 'categories', tag: 'tags' };

/** The page of an entry's target; undefined if it is deleted or has no page. */
export function auditHref({ action, projectId, target }: AuditView): string | undefined {
  const [spaceId = '', kind = '', ...rest] = target.split('/');
  if (projectId === undefined || /\.(delete|merge|takedown|remove)$/.test(action)) return undefined;
  if (action.startsWith('webhook.')) return webhookHref({ projectId, webhookId: kind });
  const space = spacePath({ projectId, spaceId });
  const [one, other] = rest.map(encodeURIComponent);
  if ((kind === 'news' || kind === 'banner') && one !== undefined) {
    return other === undefined ? `${space}/${kind}/${one}` : `${space}/${kind}/${one}/items/${other}`;
  }
  if (kind === 'media' && one !== undefined) return `${space}/media/${one}`;
  const collection = named(collections, kind);
  return collection === undefined ? undefined : `${space}/${collection}`;
}

/** The last segment of a path names the target; an instance is named by its whole path. */
function nameIn(action: string, target: string): string {
  return action.startsWith('instance.') ? target : (target.split('/').at(-1) ?? target);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A member by an untrusted name. */
function named<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
