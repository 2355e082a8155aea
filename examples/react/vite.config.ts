import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist/client',
    // The server looks up the names of these files, which hold a hash.
    manifest: true,
    rollupOptions: { input: 'src/browser.tsx' },
  },
});
