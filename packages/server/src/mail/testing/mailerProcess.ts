import { z } from 'zod';
import { openStore } from '../../store/openStore.ts';
import { startMailer } from '../startMailer.ts';

/** A process that a test kills: sends the mails of a store to a server on this machine. */
const [url = '', port = ''] = process.argv.slice(2);
const store = await openStore(url);
startMailer({
  store: async () => store,
  settings: {
    server: {
      ...{ host: '127.0.0.1', port: z.coerce.number().parse(port) },
      ...{ security: 'none', user: undefined, password: undefined },
    },
    from: { name: '', address: 'news@example.com' },
  },
  managementUrl: () => 'http://127.0.0.1:4001',
  onError: () => {},
  timing: { look: 5 },
});
