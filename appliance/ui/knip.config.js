/** @type {import('knip').KnipConfig} */
export default {
  entry: ['src/sw/sw.ts'],
  // Reported by svelte-check; src/lib/api/schema.d.ts is generated.
  exclude: ['unresolved'],
  project: ['src/**/*.{ts,svelte}', 'build/**/*.ts'],
  // Shipped as files by the build (see build/notices.ts), or used by the tests in Python.
  ignoreDependencies: [
    '@fontsource-variable/figtree',
    'emoji-picker-element-data',
    'swagger-ui-dist',
    'axe-core',
    'ical.js',
  ],
}
