/** What the reader of XML says, and what that means. */
const plain: readonly (readonly [said: RegExp, means: string])[] = [
  [/^unclosed tag: (.*)$/, 'ends too early: <$1> has no end. It may have been cut off; export it again'],
  [/^unexpected end.*$/, 'ends too early. It may have been cut off; export it again'],
  [/^document must contain a root element.*$/, 'ends before it has begun. It may have been cut off'],
  [
    /^undefined entity.*$/,
    'holds an entity, like &nbsp;, that XML does not know; write the character itself',
  ],
  [/^(disallowed character in entity name|empty entity name).*$/, 'holds a lone &; write it as &amp;'],
  [/^malformed character entity.*$/, 'holds the number of a character that does not exist'],
  [
    /^disallowed character\.$/,
    'holds a character that XML forbids, most often a control character; remove it',
  ],
  [/^unexpected close tag.*$/, 'holds an end that does not belong to what is open'],
  [/^unmatched closing tag: (.*?)\.?$/, 'holds </$1>, which has no beginning'],
  [
    /^text data outside of root node.*$/,
    'holds text outside of its only element: it is no XML, or more than one',
  ],
  [/^unbound namespace prefix: "(.*)"\.$/, "holds a name with the prefix '$1', which is declared nowhere"],
];

/** What is wrong with a file, in plain words. */
export function plainFault(message: string): string {
  const said = message.replace(/^\d+:\d+: /, '').slice(0, 200);
  const [rule, means] = plain.find(([each]) => each.test(said)) ?? [/^/, 'is wrong here: '];
  return `the file: is not well-formed XML: it ${said.replace(rule, means)}`;
}
