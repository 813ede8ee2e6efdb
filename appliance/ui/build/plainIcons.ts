import type { Plugin } from 'vite'

const ICON = /@lucide\/svelte\/dist\/icons\/[\w-]+\.svelte(\?|$)/
/** How screens import an icon, and Lucide's own module that it leads to. */
const IMPORTED = /^@lucide\/svelte\/icons\//
const COPY = /@lucide\/svelte\/dist\/icons\/[\w-]+\.js\?(.*)$/
/** The folder of a screen, or the shell. */
const AREA = /\/src\/(?:screens\/)?(?!kit\/|lib\/|parts\/)(\w+)\//
/** Icons that point back or on; where text is written from right to left, they are mirrored. */
const POINTING =
  /icons\/((arrow|chevron)-(left|right)|undo-2|send|send-horizontal|log-out|list-\w+|corner-down-left)\.svelte/
const DATA = /const iconData = (\{.*\});/

interface Data {
  size: number
  node: [tag: string, attributes: Record<string, string>][]
}

/**
 * Replaces Lucide's icon components by plain SVG with a size. The original components create every attribute at run
 * time, and a chore board shows a hundred icons. The build fails when Lucide changes its data format.
 *
 * Each screen gets a copy of its icons: an icon is smaller than the request for a file that two screens would share.
 */
export function plainIcons(): Plugin {
  return {
    name: 'plain-icons',
    enforce: 'pre',
    apply: 'build',
    async resolveId(source, importer = '', options) {
      // Lucide's own modules pass the area on: icons/x.js imports x.svelte.
      const area = IMPORTED.test(source) ? AREA.exec(importer)?.[1] : COPY.exec(importer)?.[1]
      if (!area) return
      const found = await this.resolve(source, importer.split('?')[0], { ...options, skipSelf: true })
      return found && { ...found, id: `${found.id}?${area}` }
    },
    transform(code, id) {
      if (!ICON.test(id)) return
      const match = DATA.exec(code)
      if (!match) return this.error(`build/plainIcons.ts does not know the data format of ${id}`)
      return component(JSON.parse(match[1]!) as Data, POINTING.test(id) ? 'glyph pointing' : 'glyph')
    },
  }
}

function component({ size, node }: Data, classes: string): string {
  const shapes = node.map(
    ([tag, attributes]) =>
      `<${tag} ${Object.entries(attributes)
        .map(([name, value]) => `${name}="${value}"`)
        .join(' ')} />`,
  )
  return `<script lang="ts">let { size } = $props()</script>
<svg width={size} height={size} viewBox="0 0 ${size} ${size}" class="${classes}" aria-hidden="true">${shapes.join('')}</svg>`
}
