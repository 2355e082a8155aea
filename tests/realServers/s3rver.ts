/** What `tests/s3Server.ts` is, by s3rver. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installTools } from '../tools/installTools.ts';

/** The used part of the package, which has no types. */
type Server = { run(): Promise<{ readonly port: number }> };
type ServerClass = new (options: object) => Server;

const [directory, port = '0', bucket] = process.argv.slice(2);
const S3rver: ServerClass = createRequire(join(await installTools(), 'x'))('@20minutes/s3rver');
const options = { directory, address: '127.0.0.1', port: Number(port), silent: true };
const server = new S3rver({ ...options, configureBuckets: [{ name: bucket }] });
process.stdout.write(`${(await server.run()).port}\n`);
// Its parent holds its standard input, so it ends with the parent, however that ends.
process.stdin.on('end', () => process.exit()).resume();
