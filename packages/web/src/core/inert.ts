/** What a browser keeps or draws, and never runs. */
const inert: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'text/csv',
  'application/pdf',
  'application/zip',
  'application/gzip',
  'application/vnd.android.package-archive',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
])
/**
 * The type that a blob of foreign bytes may have. The address of a blob belongs to this page's origin: a page or a drawing with a script
 * in it would run there with all that its user may, so whatever is not known to run nothing is bytes alone.
 */
export function inertType(given: string | null): string {
  const type = given?.split(';')[0]!.trim().toLowerCase() ?? ''
  return inert.has(type) ? type : 'application/octet-stream'
}
