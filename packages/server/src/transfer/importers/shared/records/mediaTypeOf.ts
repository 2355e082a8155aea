const extensions = {
  image: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'svg'],
  video: ['mp4', 'm4v', 'mov', 'webm', 'mkv', 'm3u8'],
} as const;

/** What the name at the end of a URL or a path promises: a picture, a video, or neither. */
export function mediaTypeOf(url: string): 'image' | 'video' | undefined {
  const extension = /\.(\w+)$/.exec(url.split(/[?#]/)[0] ?? '')?.[1]?.toLowerCase() ?? '';
  if (extensions.image.some((each) => each === extension)) return 'image';
  return extensions.video.some((each) => each === extension) ? 'video' : undefined;
}
