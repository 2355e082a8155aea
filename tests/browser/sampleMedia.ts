import { join } from 'node:path';
import { makeSource } from '../../docs/media/makeSample.ts';

const page = `<!doctype html>
<meta charset="utf-8">
<title>Balloon</title>
<style>body { margin: 0 } canvas { display: block }</style>
<canvas width="240" height="160"></canvas>
<script src="js/animation.js"></script>
`;

const script = `const canvas = document.querySelector('canvas');
const picture = new Image();
// The page has an opaque origin: without this, the pixels could be shown but not read.
picture.crossOrigin = 'anonymous';
picture.src = 'images/balloon.png';
const loaded = Promise.all([fetch('data/flight.json').then((answer) => answer.json()), picture.decode()]);
loaded.then(([flight]) => requestAnimationFrame(function draw(time) {
  const context = canvas.getContext('2d');
  context.fillStyle = flight.sky;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, ((time / 1000) * flight.speed) % canvas.width, 0);
  requestAnimationFrame(draw);
}));
`;

/** Writes an asset package into a folder: a page whose script draws a picture on a canvas according to a JSON file. */
export async function drawAnimation(folder: string): Promise<void> {
  await Promise.all([
    Bun.write(join(folder, 'index.html'), page),
    Bun.write(join(folder, 'js/animation.js'), script),
    Bun.write(join(folder, 'data/flight.json'), JSON.stringify({ sky: '#9be7c4', speed: 40 })),
    Bun.write(join(folder, 'images/balloon.png'), await makeSource('cut-out')),
  ]);
}

/** A test pattern with sound, of this many seconds, for `makeVideo`. */
export function clip(seconds: number) {
  return {
    picture: `testsrc2=size=640x480:rate=25:duration=${seconds}`,
    sound: `sine=duration=${seconds}`,
    encoding: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  };
}
