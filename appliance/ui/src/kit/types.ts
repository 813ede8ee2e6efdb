import type { Component } from 'svelte'

/** An icon of @lucide/svelte, imported individually. */
export type Glyph = Component<{ size?: number | string }>

/** An option of Select, Segmented or a row of chips. */
export interface Option<T> {
  value: T
  label: string
  hint?: string
  emoji?: string | null
  color?: string | null
}
