import { join } from 'node:path';
import { leaves } from '../drawing/leaves.ts';
import { autumnBanner, stageSize } from '../scenes/autumnBanner.ts';
import script from './banner.client.js' with { type: 'text' };
import { pngOf } from './rasterise.ts';

/** How the leaves fall. */
const plan = {
  ...{ count: 28, front: 0.88, fall: 46, wind: 26, framesPerSecond: 30, stillSeconds: 7 },
  sky: ['#f9e2b8', '#f0bd7c', '#dd9656'],
  leaves,
};

/** Makes an asset package in a folder: a page with an animated banner, and all that it needs. */
export async function makeBanner(folder: string): Promise<void> {
  await Bun.write(join(folder, 'index.html'), page());
  await Bun.write(join(folder, 'banner.js'), script);
  await Bun.write(join(folder, 'banner.json'), JSON.stringify(plan, null, 2));
  await Bun.write(join(folder, 'images/bag.png'), await pngOf(autumnBanner()));
}

function page(): string {
  const { width, height } = stageSize;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>Autumn Blend is here</title>
<style>
  body { margin: 0; background: ${plan.sky[1]} }
  canvas { display: block; width: 100%; height: auto }
</style>
<canvas id="stage" width="${width}" height="${height}" role="img" aria-label="Autumn Blend is here"></canvas>
<script type="module" src="banner.js"></script>
</html>
`;
}
