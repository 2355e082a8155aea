import { icons } from '@iconify-json/tabler/icons.json';

/**
 * The lines of one of Tabler's icons. Called by the bundler, as a macro, so that only what is returned gets into the
 * console: the file with all icons has two megabytes.
 */
export function tablerPaths(name: keyof typeof icons): readonly string[] {
  const { body } = icons[name];
  const shapes = body.match(/<(?!\/|g\b)[^>]+>/g) ?? [];
  return shapes.map((shape) => {
    const [, path] = /^<path .*\bd="([^"]+)"\/>$/.exec(shape) ?? [];
    if (path === undefined) throw new Error(`the icon ${name} has a shape that is not a line: ${shape}`);
    return path;
  });
}
