const key = 'smartDevice'

/** What this browser calls itself: made up once and kept, for users who may sign in from one device only. */
export function deviceId(): string {
  const known = localStorage.getItem(key)
  if (known && /^[\w-]{1,60}$/.test(known)) return known
  const made = crypto.randomUUID()
  localStorage.setItem(key, made)
  return made
}
