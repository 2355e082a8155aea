import { isObject } from '@newsstand/contract';
import type { ImportSummary } from '../ImportSummary.ts';
import type { SourceDocument } from '../shared/documents/Documents.ts';
import {
  type Attribute,
  type Entity,
  entityIn,
  type Schema,
  shownAttributes,
  typeName,
} from './strapiSchemas.ts';
import { documentIdOf, isPublished, localeOf, type StrapiSurvey, timestampOf } from './surveyStrapi.ts';

type Members = Readonly<Record<string, unknown>>;

/** Components may contain themselves. */
const deepestComponent = 10;

/** Reads a line of entities; empty if it is not content, or a state or a locale that is not imported. */
export function readEntity(
  line: number,
  value: Members,
  survey: StrapiSurvey,
  summary: ImportSummary,
): readonly SourceDocument[] {
  const entity = entityIn(value);
  summary.at(line, `line ${line}`);
  if (entity === undefined)
    summary.skipped('entry', 'is not in the format of Strapi', `line ${line}`, 'article');
  if (entity === undefined || !entity.type.startsWith('api::')) return [];
  const schema = survey.schemas.get(entity.type);
  if (schema === undefined) {
    summary.skipped('entry', 'its content type is not in the file', `${entity.type} ${entity.id}`, 'article');
    return [];
  }
  const why = whyNot(entity, schema, survey);
  if (why === undefined) return [documentOf(line, entity, schema, survey)];
  const { title = '', name = title } = entity.data;
  // Version 5 keeps a draft beside everything that is published.
  if (why !== 'same') summary.skipped(`entry of type ${typeName(entity.type)}`, why, String(name), 'details');
  return [];
}

function whyNot(entity: Entity, schema: Schema, survey: StrapiSurvey): string | undefined {
  const id = documentIdOf(entity);
  const locale = localeOf(entity, schema);
  const isOther = locale !== undefined && locale !== survey.locale;
  // Before version 5, nothing tells whether it exists in the other one.
  if (isOther && (survey.isIn(survey.locale, id) || entity.data['documentId'] === undefined))
    return `only ${survey.locale} is imported`;
  const since = isPublished(entity, schema) ? undefined : survey.publishedSince(id, locale);
  if (since === undefined) return undefined;
  const isChanged = (timestampOf(entity.data['updatedAt']) ?? 0) > since;
  return isChanged ? 'is a change that was not published; the published entry is imported' : 'same';
}

function documentOf(line: number, entity: Entity, schema: Schema, survey: StrapiSurvey): SourceDocument {
  const { type, id, data } = entity;
  const locale = localeOf(entity, schema);
  const isOther = locale !== undefined && locale !== survey.locale;
  return {
    ...{ line, id: documentIdOf(entity), type: typeName(type) },
    isDraft:
      !isPublished(entity, schema) ||
      (survey.mayRead(type) === false &&
        'visitors may not read this content type: its role Public has no find'),
    publishedAt: timestampOf(data['publishedAt']) ?? timestampOf(data['createdAt']),
    createdAt: timestampOf(data['createdAt']),
    updatedAt: timestampOf(data['updatedAt']),
    fields: fieldsOf(type, id, data, survey, deepestComponent),
    changes: isOther
      ? [{ why: `is missing in ${survey.locale}, so another locale is used`, loss: 'look' }]
      : [],
  };
}

/** The fields of a row, with what they refer to in their places: `{ __file }`, `{ __document }`. */
function fieldsOf(
  type: string,
  id: string | number,
  data: Members,
  survey: StrapiSurvey,
  depth: number,
): Members {
  const schema = survey.schemas.get(type);
  if (schema === undefined || depth === 0) return {};

  function componentIn(value: unknown, uid: string | undefined): unknown {
    if (Array.isArray(value)) return value.map((each: unknown) => componentIn(each, uid));
    if (!isObject(value)) return undefined;
    const { __component: own, id: row } = value;
    const component = typeof own === 'string' ? own : uid;
    if (component === undefined || (typeof row !== 'number' && typeof row !== 'string')) return undefined;
    return { __component: component, ...fieldsOf(component, row, value, survey, depth - 1) };
  }

  function read(name: string, attribute: Attribute): unknown {
    const targets = () => survey.targetsOf(type, id, name);
    if (attribute.type === 'media') return targets().map((ref) => ({ __file: ref }));
    const { target } = attribute;
    if (attribute.type === 'relation')
      return target && targets().map((ref) => ({ __document: survey.documentIdOf(target, ref) }));
    if (attribute.type === 'component' || attribute.type === 'dynamiczone')
      return componentIn(data[name], attribute.component);
    return data[name];
  }

  return Object.fromEntries(shownAttributes(schema).map(([name, each]) => [name, read(name, each)]));
}
