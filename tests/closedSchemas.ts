/**
 * A copy of an OpenAPI document in which no object may have a member that its schema does not name, and a problem no
 * unknown code. The document leaves both open, so that the service can grow; our own responses must not have any yet.
 */
export function closedSchemas<Document>(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (name, value) => {
    if (name === 'code' && Array.isArray(value?.examples)) return { ...value, enum: value.examples };
    const isOpen = value?.type === 'object' && value.properties !== undefined;
    return isOpen && value.additionalProperties === undefined
      ? { ...value, additionalProperties: false }
      : value;
  });
}
