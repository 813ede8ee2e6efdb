/** Saves a file as a browser download. */
export function downloadFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads it later; one minute is enough for a local file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
