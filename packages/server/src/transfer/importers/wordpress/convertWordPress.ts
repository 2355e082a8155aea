import type { LineBatch } from '../../readLines.ts';
import type { Conversion, ForeignFile } from '../Conversion.ts';
import { createShelving } from '../createShelving.ts';
import { ForeignFault } from '../ForeignFault.ts';
import { readXml } from '../xml/readXml.ts';
import { tellForbidden } from '../xml/tellForbidden.ts';
import { createSite } from './createSite.ts';
import { shelveElement } from './shelveElement.ts';

const holders = ['rss', 'rss/channel'];

/**
 * Reads an export of WordPress (WXR 1.0 to 1.2): posts with their categories, tags, pictures and videos.
 * It is read twice, since posts come before the files that they show; each time counts for half of its bytes.
 */
export async function* convertWordPress(
  file: ForeignFile,
  conversion: Conversion,
): AsyncGenerator<LineBatch> {
  const site = createSite();
  for await (const { bytes, elements } of readXml(file.open(), holders, undefined, () => {})) {
    for (const element of elements) site.learn(element);
    yield { bytes: bytes >> 1, lines: [] };
  }
  if (!site.isWordPress())
    throw new ForeignFault(1, 'the file: is RSS, but no export of WordPress; import it as a feed');
  const shelving = createShelving(conversion);
  const forbidden = tellForbidden(conversion.account);
  const desk = { site, baseUrl: conversion.siteUrl ?? site.url(), shelving, conversion };
  for await (const { bytes, elements } of readXml(file.open(), holders, undefined, forbidden)) {
    for (const element of elements) await shelveElement(element, desk);
    yield { bytes: bytes - (bytes >> 1), lines: shelving.take() };
  }
}
