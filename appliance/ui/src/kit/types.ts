import type { Component } from 'svelte'

/** An icon of @lucide/svelte, imported one by one. */
export type Glyph = Component<{ size?: number | string }>

/** One choice of Select, Segmented or a chip row. */
export interface Option<T> {
  value: T
  label: string
  hint?: string
  emoji?: string | null
  color?: string | null
}
