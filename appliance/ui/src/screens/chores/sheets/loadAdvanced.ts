/** The sections that few chores need, in one file that is loaded when the first of them is opened. */
export const loadAdvanced = () => import('./sections/advanced')
