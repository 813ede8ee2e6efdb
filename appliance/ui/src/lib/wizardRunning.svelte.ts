/** Where the progress of the setup is stored; it survives a reload, and ends with the tab. */
export const SETUP = 'mantel.setup'

/** Whether the setup is in progress: all that the first load needs of it. */
export const setup = $state({ running: isStored() })

function isStored(): boolean {
  try {
    return (sessionStorage.getItem(SETUP) ?? 'null') !== 'null'
  } catch {
    return false
  }
}
