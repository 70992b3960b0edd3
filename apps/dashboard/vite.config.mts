import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npx vite apps/dashboard` finds a house: the address of its gateway. */
const HOUSE = process.env['PARAPET_URL'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  // The gateway puts another word in its place in every answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    // One part has the frame of all pages; it weighs a third of this compressed.
    chunkSizeWarningLimit: 700,
    // Small files as data: URLs would need a wider content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
  server: { proxy: { '/v1': HOUSE, '/docs': HOUSE } },
});
