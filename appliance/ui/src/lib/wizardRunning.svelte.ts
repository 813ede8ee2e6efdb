/** Where the progress of the setup is stored; it survives a reload, and ends with the tab. */
export const SETUP = 'mantel.setup'

/** Set while this wall has shown its code, and a phone goes on with the setup. */
const BY_PHONE = 'mantel.setup.byPhone'

/** Whether the setup is in progress, here or on a phone: all that the first load needs of it. */
export const setup = $state({ running: isStored(SETUP), byPhone: isStored(BY_PHONE) })

/** Whether this wall waits for the phone that scanned its code. */
export function waitForPhone(waits: boolean): void {
  setup.byPhone = waits
  try {
    if (waits) sessionStorage.setItem(BY_PHONE, '1')
    else sessionStorage.removeItem(BY_PHONE)
  } catch {
    // Without storage a reload shows the board.
  }
}

function isStored(name: string): boolean {
  try {
    return (sessionStorage.getItem(name) ?? 'null') !== 'null'
  } catch {
    return false
  }
}
