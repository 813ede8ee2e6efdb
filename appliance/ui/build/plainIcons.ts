import type { Plugin } from 'vite'

const ICON = /@lucide\/svelte\/dist\/icons\/[\w-]+\.svelte$/
const DATA = /const iconData = (\{.*\});/

interface Data {
  size: number
  node: [tag: string, attributes: Record<string, string>][]
}

/**
 * Replaces Lucide's icon components by plain SVG with a size. The original components create every attribute at run
 * time, and a chore board shows a hundred icons. The build fails when Lucide changes its data format.
 */
export function plainIcons(): Plugin {
  return {
    name: 'plain-icons',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!ICON.test(id)) return
      const match = DATA.exec(code)
      if (!match) return this.error(`${id} tells its lines in another way now: build/glyphs.ts does not read them`)
      return component(JSON.parse(match[1]!) as Data)
    },
  }
}

function component({ size, node }: Data): string {
  const shapes = node.map(
    ([tag, attributes]) =>
      `<${tag} ${Object.entries(attributes)
        .map(([name, value]) => `${name}="${value}"`)
        .join(' ')} />`,
  )
  return `<script lang="ts">let { size } = $props()</script>
<svg width={size} height={size} viewBox="0 0 ${size} ${size}" class="glyph" aria-hidden="true">${shapes.join('')}</svg>`
}
