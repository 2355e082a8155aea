/** An image of a `srcset`, with its descriptor: `2x`, `800w`. */
export type SetSource = { readonly url: string; readonly size: string };

/** The pictures of a `srcset`. An address may hold commas, but no space. */
export function readSourceSet(text: string): readonly SetSource[] {
  const found: SetSource[] = [];
  let url = '';
  for (const token of text.trim().split(/\s+/)) {
    if (url === '' && !token.endsWith(',')) url = token;
    else if (url === '') found.push({ url: token.slice(0, -1), size: '' });
    else {
      const [size = '', ...next] = token.split(',');
      found.push({ url, size });
      url = next.join(',');
    }
  }
  if (url !== '') found.push({ url, size: '' });
  return found.filter((each) => each.url !== '');
}
