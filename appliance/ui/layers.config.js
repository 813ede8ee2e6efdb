/** Imports point one way: shell and screens → parts → kit → lib. See CONTRIBUTING.md. */
const layers = ['lib', 'kit', 'parts', 'screens']

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...layers.map((layer, index) => ({
      name: `${layer}-imports-down`,
      severity: 'error',
      from: { path: `^src/${layer}/` },
      to: { path: `^src/(${[...layers.slice(index + 1), 'shell', 'App', 'main', 'routes'].join('|')})\\b` },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.d\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.svelte', '.svelte.ts', '.js', '.json', '.css'] },
  },
}
