import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mantel API</title>
<link rel="icon" href="/icons/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/init.js"></script>
</body>
</html>
`

const INIT = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  persistAuthorization: false,
  validatorUrl: null,
})
`

/** Adds the API documentation page with all its files, so that it works without internet access. */
export function docs(): Plugin {
  return {
    name: 'mantel-docs',
    apply: 'build',
    generateBundle() {
      const from = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
      const emit = (name: string, source: string | Uint8Array) =>
        this.emitFile({ type: 'asset', fileName: `docs/${name}`, source })
      emit('index.html', PAGE)
      emit('init.js', INIT)
      const copied = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE']
      for (const name of copied) emit(name, readFileSync(join(from, name)))
    },
  }
}
