// How the studio is built: hashed files without anything inline, each with a brotli and a gzip copy beside it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Smaller files gain nothing from being compressed. */
const COMPRESS_FROM_BYTES = 1024;
/** All scripts of all pages together, as they are sent. */
const SCRIPT_BYTES_MAX = 150 * 1024;
const COMPRESSIBLE = /\.(html|js|css|svg|json)$/;

function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      let script = 0;
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!COMPRESSIBLE.test(name)) continue;
        const bytes = readFileSync(join(folder, name));
        const packed = bytes.length < COMPRESS_FROM_BYTES ? bytes : brotliCompressSync(bytes);
        if (name.endsWith('.js')) script += packed.length;
        if (packed === bytes) continue;
        writeFileSync(join(folder, `${name}.br`), packed);
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
      const kilobytes = (script / 1024).toFixed(1);
      if (script > SCRIPT_BYTES_MAX) this.error(`the scripts have ${kilobytes} KB compressed, more than ${SCRIPT_BYTES_MAX / 1024}`);
      this.info(`all scripts together: ${kilobytes} KB compressed`);
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
