import { join } from 'node:path';

/**
 * What the service starts or reads by path, by its name in the published package, where all of it is beside the bundled
 * code; in the repository, by its path from here. `build/buildServer.ts` builds the programs and copies the rest.
 */
export const ownFiles = {
  'main.js': 'cli/main.ts',
  'workerProcess.js': 'node/workers/workerProcess.ts',
  'mirrorProcess.js': 'node/mirror/mirrorProcess.ts',
  'collectorProcess.js': 'node/collector/collectorProcess.ts',
  'bulkProcess.js': 'node/management/bulkProcess.ts',
  'pictureProcess.js': 'media/picture/render/pictureProcess.ts',
  'processUpload.js': 'management/api/media/processUpload.ts',
  'documentThread.js': 'management/api/content/documentThread.ts',
  'recordThread.js': 'store/sqlite/recordThread.ts',
  'renderThread.js': 'catalogue/items/renderThread.ts',
  'indexThread.js': 'catalogue/search/indexThread.ts',
  'pageThread.js': 'delivery/docs/pageThread.ts',
  'exitWithParent.js': 'concurrency/exitWithParent.ts',
  'kernels.wasm': 'catalogue/bitset/kernels.wasm',
  docs: 'delivery/docs/browser',
  report: 'cli/import/report/browser',
  // Written when the package is built; a clone has none.
  'build.txt': 'build.txt',
  console: '../../console/dist',
  'client.tgz': '../../client/dist/client.tgz',
  'demo/records.ndjson': '../../demo/records.ndjson',
  'demo/media': '../../demo/media',
} as const;

const isBundled = !import.meta.path.endsWith('.ts');

/** The path of such a file or folder, wherever this runs from. */
export function ownFile(name: keyof typeof ownFiles): string {
  return join(import.meta.dir, isBundled ? name : ownFiles[name]);
}
