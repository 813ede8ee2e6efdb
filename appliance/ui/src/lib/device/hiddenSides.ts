import { loadLocal, saveLocal } from '../storage/localStorage'

const HIDDEN = 'hiddenSides'
const hidden = () => (loadLocal(HIDDEN) ?? '').split(' ').filter(Boolean)

/** Whether the column beside the screen of this path is hidden, as chosen on this device. */
export const isHidden = (screen: string) => hidden().includes(screen)

export function hide(screen: string, yes: boolean): void {
  const others = hidden().filter((each) => each !== screen)
  saveLocal(HIDDEN, (yes ? [...others, screen] : others).join(' ') || null)
}
