/** What a text holds as JSON; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A member of a value; undefined where it has none of that name. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** What a refusal says of single parameters, by their names. */
export function faultsIn(body: string): ReadonlyMap<string, string> {
  const errors = memberOf(parseJson(body), 'errors');
  const faults = Array.isArray(errors) ? errors : [];
  return new Map(faults.map((fault) => [`${memberOf(fault, 'parameter')}`, `${memberOf(fault, 'message')}`]));
}
