const shape = /^[A-Za-z0-9._~-]{1,128}$/;

/** Whether a text can be the ID of a project, a space or an instance. One or two dots alone mean something else in a path. */
export function isPlaceId(text: string): boolean {
  return shape.test(text) && text !== '.' && text !== '..';
}
