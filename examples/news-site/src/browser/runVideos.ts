/** Plays HLS if the browser can't. The player is loaded when a video comes into view, the video itself when it is played. */
export function runVideos(): void {
  // Without this a browser plays HLS itself, as iPhones do, or not at all.
  if (!('MediaSource' in window)) return;
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLVideoElement)) continue;
        near.unobserve(target);
        void prepare(target);
      }
    },
    { rootMargin: '300px' },
  );
  for (const video of document.querySelectorAll('video')) {
    if (new URL(video.src, location.href).pathname.endsWith('.m3u8')) near.observe(video);
  }
}

async function prepare(video: HTMLVideoElement): Promise<void> {
  const { default: Hls } = await import('hls.js');
  if (!Hls.isSupported()) return;
  const source = video.src;
  const wasPlaying = !video.paused;
  // A worker would need an inline script, which the policy of the page forbids.
  const player = new Hls({ autoStartLoad: false, enableWorker: false });
  player.loadSource(source);
  player.attachMedia(video);
  video.addEventListener('play', () => player.startLoad(), { once: true });
  if (wasPlaying) void video.play();
}
