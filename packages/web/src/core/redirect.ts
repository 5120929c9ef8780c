/** Where a sign-in may lead: a path of our own origin, never another site, never back to the sign-in page. Anything else is home. */
export function safeTarget(wanted: string | null | undefined, origin = location.origin): string {
  if (!wanted?.startsWith('/') || /^\/[/\\]|[\u0000-\u001f\\]/.test(wanted)) return '/'
  try {
    const url = new URL(wanted, origin)
    const inside = url.origin === origin && !/^\/(login|redirect)(\/|$)/.test(url.pathname)
    return inside ? url.pathname + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}
