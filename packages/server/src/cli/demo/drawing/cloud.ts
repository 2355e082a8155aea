/** The roaster's mark, a hundred wide, around its middle: `kumo` is a cloud. */
export function cloud(fill: string): string {
  return `<path fill="${fill}" d="M-32 24a19 19 0 0 1-3-37.5a25 25 0 0 1 44-11a21 21 0 0 1 30 21a14 14 0 0 1-5 27.5z"/>`;
}
