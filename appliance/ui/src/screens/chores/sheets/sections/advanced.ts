export { default as MoreSection } from './MoreSection.svelte'
export { default as OtherRepeat } from './OtherRepeat.svelte'
export { default as StepsSection } from './StepsSection.svelte'
export { default as TimesSection } from './TimesSection.svelte'
