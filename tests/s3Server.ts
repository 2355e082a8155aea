/**
 * An S3 server in a process of its own: objects are files in a folder, and signatures are checked. Given a folder and a
 * port (0 for any free one), it says the port that it listens on.
 */
import { createRequire } from 'node:module';

/** The part of the package that is used, which has no types. */
type Server = { run(): Promise<{ readonly port: number }> };
type ServerClass = new (options: object) => Server;

const [directory, port = '0', bucket] = process.argv.slice(2);
const S3rver: ServerClass = createRequire(import.meta.url)('@20minutes/s3rver');
const options = { directory, address: '127.0.0.1', port: Number(port), silent: true };
const server = new S3rver({ ...options, configureBuckets: [{ name: bucket }] });
process.stdout.write(`${(await server.run()).port}\n`);
// Whoever started it holds its standard input: it ends when they do, however that is.
process.stdin.on('end', () => process.exit()).resume();
