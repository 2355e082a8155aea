// Leaves fall past a bag of coffee. It stores nothing and requests only its own files.
const stage = document.getElementById('stage');
const pen = stage.getContext('2d');
const calm = matchMedia('(prefers-reduced-motion: reduce)');

const [plan, bag] = await Promise.all([readPlan('banner.json'), readPicture('images/bag.webp')]);
const sprites = plan.leaves.map(drawLeaf);
const fallen = Array.from({ length: plan.count }, (_, index) => leafAt(index));

/** Where its stillness is wanted, one moment is all there is to see. */
let lastDrawn = -Infinity;
function run(now) {
  if (calm.matches) return draw(plan.stillSeconds);
  requestAnimationFrame(run);
  if (now - lastDrawn < 1000 / plan.framesPerSecond) return;
  lastDrawn = now;
  draw(now / 1000);
}
calm.addEventListener('change', () => calm.matches || requestAnimationFrame(run));
run(0);

function draw(seconds) {
  pen.setTransform(1, 0, 0, 1, 0, 0);
  const sky = pen.createLinearGradient(0, 0, 0, stage.height);
  for (const [index, colour] of plan.sky.entries()) sky.addColorStop(index / (plan.sky.length - 1), colour);
  pen.fillStyle = sky;
  pen.fillRect(0, 0, stage.width, stage.height);
  for (const leaf of fallen) if (leaf.depth < plan.front) drawFalling(leaf, seconds);
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.drawImage(bag, 0, 0, stage.width, stage.height);
  for (const leaf of fallen) if (leaf.depth >= plan.front) drawFalling(leaf, seconds);
}

/** A leaf sways as it sinks, and comes in again at the top when it has left at the bottom. */
function drawFalling({ x, start, depth, sprite, turn }, seconds) {
  const way = stage.height + 160;
  const y = ((start * way + seconds * plan.fall * (0.4 + depth)) % way) - 80;
  const sway = Math.sin(seconds * 1.1 + start * 12) * 34 * depth;
  const drift = (x * (stage.width + 200) + seconds * plan.wind * depth) % (stage.width + 200);
  const angle = turn + Math.sin(seconds * 0.9 + start * 9) * 0.9;
  const scale = 0.35 + depth * 0.75;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  pen.setTransform(cos, sin, -sin, cos, drift - 100 + sway, y);
  pen.drawImage(sprites[sprite], -80, -80);
}

/** Steps of these lengths come close to every value from 0 to 1, and are the same each time. */
function leafAt(index) {
  return {
    x: (index * 0.7549 + 0.1) % 1,
    start: (index * 0.5698 + 0.3) % 1,
    depth: (index * 0.4301 + 0.2) % 1,
    turn: index * 2.4,
    sprite: index % sprites.length,
  };
}

/** Draws a leaf once, so that each frame only has to copy it. */
function drawLeaf({ fill, vein, blade, turns, veins }) {
  const sprite = document.createElement('canvas');
  sprite.width = sprite.height = 160;
  const ink = sprite.getContext('2d');
  ink.fillStyle = fill;
  for (const { degrees, scale } of turns) {
    ink.setTransform(scale, 0, 0, scale, 80, 80);
    ink.rotate((degrees * Math.PI) / 180);
    ink.fill(new Path2D(blade));
  }
  ink.setTransform(1, 0, 0, 1, 80, 80);
  Object.assign(ink, { strokeStyle: vein, lineWidth: 2.5, lineCap: 'round' });
  ink.stroke(new Path2D(veins));
  return sprite;
}

async function readPlan(url) {
  const response = await fetch(url);
  return await response.json();
}

async function readPicture(url) {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  return picture;
}
