import { type Fault, faultAt, memberPath } from '@newsstand/contract';
import { decodeReference } from '@newsstand/html';
import { isObject } from './isObject.ts';

const safeSchemes: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel', 'sms', 'ftp']);

/** The members of a block that are a link or an address, whole. */
const linkMembers: ReadonlySet<PropertyKey> = new Set(['url', 'link']);

const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi;

/** A body full of faults must not get an endless response. */
const mostFaults = 100;

/**
 * The links in the blocks of a body that would run something rather than lead anywhere, as `javascript:` does. Renderers
 * drop them anyway. HTML blocks are left to them.
 */
export function bodyLinkFaults(body: unknown): readonly Fault[] {
  const blocks = isObject(body) ? body['blocks'] : undefined;
  if (!Array.isArray(blocks)) return [];
  const faults: Fault[] = [];
  const visit = (value: unknown, path: readonly PropertyKey[]): void => {
    if (faults.length >= mostFaults) return;
    if (typeof value === 'string') {
      const links = linkMembers.has(path.at(-1) ?? '') ? [value] : hrefsIn(value);
      if (links.some(isUnsafe)) faults.push(faultAt(memberPath(path), 'unsafe_link'));
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value))
        visit(member, [...path, Array.isArray(value) ? Number(name) : name]);
    }
  };
  for (const [index, block] of blocks.entries()) {
    const isPlain = isObject(block) && (block['type'] === 'html' || block['type'] === 'code');
    if (!isPlain) visit(block, ['values', 'body', 'blocks', index]);
  }
  return faults;
}

function hrefsIn(text: string): readonly string[] {
  if (!/href/i.test(text)) return [];
  return Array.from(text.matchAll(href), ([, double, single, bare]) =>
    decoded(double ?? single ?? bare ?? ''),
  );
}

function decoded(text: string): string {
  return text.replace(/&[#\w]+;?/g, (found) => decodeReference(`${found.replace(/;$/, '')};`) ?? found);
}

/** Browsers ignore white space and control characters in a scheme. */
function isUnsafe(link: string): boolean {
  const [, scheme] = /^([^:/?#]*):/.exec(link.replace(/[\s\p{Cc}]/gu, '')) ?? [];
  return scheme !== undefined && !safeSchemes.has(scheme.toLowerCase());
}
