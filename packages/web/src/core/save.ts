/** The name a file travels under: the one with all its letters first. @source RFC 6266 */
export function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded) {
    try {
      return decodeURIComponent(encoded)
    } catch {
      // What cannot be read leaves the plain name.
    }
  }
  return /filename="([^"]*)"/.exec(disposition)?.[1] ?? 'download'
}

/** Offers what is in memory as a file. */
export function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
