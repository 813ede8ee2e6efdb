/** How times are written: as the language does, or as the household has chosen. */
export type ClockStyle = 'auto' | '12' | '24'
/** The same for dates: the order of day, month and year. */
export type DateOrder = 'auto' | 'dmy' | 'mdy' | 'ymd'

let style = $state<ClockStyle>('auto')
let order = $state<DateOrder>('auto')

export function setClockStyle(chosen: ClockStyle, dates: DateOrder = 'auto'): void {
  style = chosen
  order = dates
}

export function dateOrder(): DateOrder {
  return order
}

/** For Intl: undefined leaves it to the language. */
export function hourCycle(): 'h12' | 'h23' | undefined {
  return style === 'auto' ? undefined : style === '12' ? 'h12' : 'h23'
}
