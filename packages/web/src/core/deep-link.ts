/** What a link says that signs somebody in. @source spec 0 §2 "token and expiration query values, with optional client and page" */
export interface DeepLink {
  readonly code: string
  readonly client: string
  /** The page to open, by its name. */
  readonly page?: string
}

const named = ['token', 'expiration', 'client', 'page']
let taken: DeepLink | undefined

/** Takes the code out of the address before anything else sees it: no history, no referrer and no second load keeps it. */
export function takeDeepLink(
  place: Pick<Location, 'pathname' | 'search'> = location,
  replace = (url: string) => history.replaceState(null, '', url),
): void {
  const query = new URLSearchParams(place.search)
  const code = query.get('token')
  if (!code) return
  const page = query.get('page')
  taken = { code, client: query.get('client') ?? 'web', ...(page && { page }) }
  for (const name of named) query.delete(name)
  replace(`/login${query.size > 0 ? `?${query}` : ''}`)
}

/** The link that this page was opened by, once. */
export function spendDeepLink(): DeepLink | undefined {
  const link = taken
  taken = undefined
  return link
}
