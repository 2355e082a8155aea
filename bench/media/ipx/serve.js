// As in ipx's manual: pictures from a folder, over node:http.
import { createServer } from 'node:http';
import { createIPX, createIPXNodeServer, ipxFSStorage } from 'ipx';

const [folder, port] = process.argv.slice(2);
const ipx = createIPX({ storage: ipxFSStorage({ dir: folder }) });
createServer(createIPXNodeServer(ipx)).listen(Number(port), '127.0.0.1');
