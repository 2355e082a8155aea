import node from '@astrojs/node';
import { defineConfig, envField } from 'astro/config';

const secret = envField.string({ context: 'server', access: 'secret' });

export default defineConfig({
  site: 'https://www.example.com',
  // Pages are files, except those that say `prerender = false`: previews, and what is live.
  adapter: node({ mode: 'standalone' }),
  env: {
    schema: {
      NEWSSTAND_URL: envField.string({
        context: 'server',
        access: 'secret',
        default: 'http://127.0.0.1:4000',
      }),
      NEWSSTAND_KEY: secret,
      NEWSSTAND_SECRET: secret,
    },
  },
});
