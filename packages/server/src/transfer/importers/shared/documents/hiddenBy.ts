const shouldBeFalse = new Set(
  'draft isdraft hidden ishidden private isprivate unlisted archived isarchived disabled deleted membersonly'.split(
    ' ',
  ),
);
const shouldBeTrue = new Set(
  'published ispublished public ispublic visible isvisible enabled active isactive'.split(' '),
);
const publicStates = new Set('published public live active'.split(' '));

/** The field that says that a document is not public, whatever the system says; undefined if there is none. */
export function hiddenBy(fields: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(fields).find((name) => {
    const value = fields[name];
    const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '');
    if (value === true) return shouldBeFalse.has(plain);
    if (value === false) return shouldBeTrue.has(plain);
    if (typeof value !== 'string' || value.trim() === '') return false;
    if (plain === 'password') return true;
    return (plain === 'status' || plain === 'visibility') && !publicStates.has(value.trim().toLowerCase());
  });
}
