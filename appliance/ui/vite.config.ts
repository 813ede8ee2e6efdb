import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { playwright } from '@vitest/browser-playwright'
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

/** Debian's: `./run test` passes its path. Root has no sandbox. */
const chromium = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
}

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
  test: {
    // The default of five seconds is missed on a machine that does much else.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        // Each file has globals and modules of its own, and no thread of its own: that halves the processor time.
        test: {
          name: 'unit',
          include: ['{src,build}/**/!(*.component).test.ts'],
          environment: 'node',
          pool: 'vmThreads',
          setupFiles: ['src/lib/i18n/english.testing.ts'],
        },
      },
      {
        extends: true,
        optimizeDeps: { noDiscovery: true, include: [] },
        test: {
          name: 'components',
          include: ['src/**/*.component.test.ts'],
          setupFiles: ['src/lib/i18n/english.testing.ts', 'src/component.testing.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromium }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
    ],
  },
})
