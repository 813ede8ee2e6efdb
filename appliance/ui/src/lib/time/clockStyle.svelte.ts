import type { DateOrder } from './dateOrders'

/** How times are written: as the language does, or as the household has chosen. */
export type ClockStyle = 'auto' | '12' | '24'

let style = $state<ClockStyle>('auto')
let order = $state<DateOrder>('auto')
/** Loaded with the first order that is not the language's. */
let orders = $state.raw<typeof import('./dateOrders')>()

export async function setClockStyle(chosen: ClockStyle, dates: DateOrder = 'auto'): Promise<void> {
  style = chosen
  order = dates
  if (dates !== 'auto') orders ??= await import('./dateOrders')
}

export function dateOrder(): DateOrder {
  return order
}

/** Writes the parts of a short date in the household's order; undefined where that is the language's. */
export function arranged(): ((parts: readonly Intl.DateTimeFormatPart[]) => string) | undefined {
  const chosen = order
  return chosen === 'auto' ? undefined : orders && ((parts) => orders!.inOrder(parts, chosen))
}

/** For Intl: undefined leaves it to the language. */
export function hourCycle(): 'h12' | 'h23' | undefined {
  return style === 'auto' ? undefined : style === '12' ? 'h12' : 'h23'
}
