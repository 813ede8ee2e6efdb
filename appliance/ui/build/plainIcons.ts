import type { Plugin } from 'vite'

const ICON = /@lucide\/svelte\/dist\/icons\/[\w-]+\.svelte$/
const DATA = /const iconData = (\{.*\});/

interface Data {
  size: number
  node: [tag: string, attributes: Record<string, string>][]
}

/**
 * Draws Lucide's icons as plain markup with a size. Their own component makes every attribute and every line when it is
 * shown; a board of chores shows a hundred icons. A Lucide that tells its lines in another way stops the build.
 */
export function plainIcons(): Plugin {
  return {
    name: 'plain-icons',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (!ICON.test(id)) return
      const told = DATA.exec(code)
      if (!told) return this.error(`${id} tells its lines in another way now: build/glyphs.ts does not read them`)
      return plain(JSON.parse(told[1]!) as Data)
    },
  }
}

function plain({ size, node }: Data): string {
  const lines = node.map(
    ([tag, attributes]) =>
      `<${tag} ${Object.entries(attributes)
        .map(([name, value]) => `${name}="${value}"`)
        .join(' ')} />`,
  )
  return `<script lang="ts">let { size } = $props()</script>
<svg width={size} height={size} viewBox="0 0 ${size} ${size}" class="glyph" aria-hidden="true">${lines.join('')}</svg>`
}
