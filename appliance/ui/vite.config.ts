import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { chunkGroups } from './build/chunkGroups.ts'
import { compress } from './build/compress.ts'
import { countImports } from './build/countImports.ts'
import { docs } from './build/docs.ts'
import { clearAwaited } from './build/clearAwaited.ts'
import { plainIcons } from './build/plainIcons.ts'
import { icons } from './build/icons.ts'
import { messages } from './build/messages.ts'
import { notices } from './build/notices.ts'
import { serviceWorker } from './build/serviceWorker.ts'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  plugins: [
    plainIcons(),
    svelte(),
    clearAwaited(),
    countImports(),
    messages(),
    icons(),
    docs(),
    notices(),
    serviceWorker(),
    compress(),
  ],
  resolve: { alias: { $lib: folder('./src/lib'), $kit: folder('./src/kit'), $parts: folder('./src/parts') } },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // The content security policy blocks data: fonts and scripts.
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.md' },
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 200,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    port: 5173,
    proxy: { '^/(api|openapi.json|docs|mcp|oauth|\\.well-known)': 'http://127.0.0.1:8080' },
  },
  // Each file has globals and modules of its own, and no thread of its own: that halves the processor time.
  // The default of five seconds is missed on a machine that does much else.
  test: {
    include: ['src/**/*.test.ts', 'build/**/*.test.ts'],
    environment: 'node',
    pool: 'vmThreads',
    setupFiles: ['src/lib/i18n/english.testing.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
