/** Hand a file to the browser to keep, as a download of this name. */
export function downloadFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads it in its own time; a minute is plenty for a file that is already here.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
