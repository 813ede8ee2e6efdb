export { default as HourGrid } from './HourGrid.svelte'
export { default as MonthView } from './MonthView.svelte'
export { default as PhoneMonthView } from './PhoneMonthView.svelte'
export { default as ScheduleView } from './ScheduleView.svelte'
