// How the studio is built: hashed files without anything inline, each with a brotli and a gzip copy beside it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Smaller files gain nothing from being compressed. */
const COMPRESS_FROM_BYTES = 1024;
const COMPRESSIBLE = /\.(html|js|css|svg|json)$/;

function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!COMPRESSIBLE.test(name)) continue;
        const bytes = readFileSync(join(folder, name));
        if (bytes.length < COMPRESS_FROM_BYTES) continue;
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), precompress()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
  server: {
    proxy: { '/v1': { target: 'http://127.0.0.1:7373', ws: true } },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
