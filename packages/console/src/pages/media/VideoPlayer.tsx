import { useEffect, useRef } from 'react';

type Props = { readonly url: string; readonly poster?: string | undefined; readonly label: string };

const playlist = 'application/vnd.apple.mpegurl';

/** Plays a video; hls.js helps browsers that have no HLS of their own. */
export function VideoPlayer({ url, poster, label }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => (video.current === null ? undefined : play(video.current, url)), [url]);
  return (
    <video
      ref={video}
      controls
      playsInline
      preload="metadata"
      aria-label={label}
      {...(poster !== undefined && { poster })}
    />
  );
}

/** Begins to load it, and says how to stop. */
function play(video: HTMLVideoElement, url: string): () => void {
  const isPlaylist = /\.m3u8(\?|$)/.test(url);
  if (!isPlaylist || video.canPlayType(playlist) !== '') {
    video.src = url;
    return () => video.removeAttribute('src');
  }
  const stop = new AbortController();
  void import('hls.js').then(({ default: Hls }) => {
    if (stop.signal.aborted || !Hls.isSupported()) return;
    // A worker would come from a blob, which the page does not allow.
    const hls = new Hls({ enableWorker: false });
    hls.loadSource(url);
    hls.attachMedia(video);
    stop.signal.addEventListener('abort', () => hls.destroy());
  });
  return () => stop.abort();
}
