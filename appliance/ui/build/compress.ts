import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(html|js|css|json|svg|md|txt|wasm|webmanifest)$/

/** Writes a .br and a .gz file next to every file that compresses well, so that the server never compresses. */
export function compress(): Plugin {
  let folder = ''
  return {
    name: 'mantel-compress',
    apply: 'build',
    enforce: 'post',
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () => compressFiles(folder),
    },
  }
}

async function compressFiles(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !COMPRESSIBLE.test(path) || (await stat(path)).size < 512) continue
    const bytes = await readFile(path)
    // The two highest brotli levels take seconds on the large documentation bundle and save two percent.
    const quality = bytes.length > 500_000 ? 9 : 11
    const br = promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
    const gz = promisify(gzip)(bytes, { level: 9 })
    await Promise.all([br.then((it) => writeFile(`${path}.br`, it)), gz.then((it) => writeFile(`${path}.gz`, it))])
  }
}
