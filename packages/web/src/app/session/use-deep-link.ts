import { accessName, pages } from '@forecourt/contract/start'
import { useEffect, useState } from 'react'
import { call } from '../../core/api.ts'
import { deviceId } from '../../core/device.ts'
import { sessionCalls } from '../../core/first-calls.ts'
import { spendDeepLink, type DeepLink } from '../../core/deep-link.ts'
import { keepClient, session, type Profile } from '../../core/session.ts'
import { mayOpen } from '../../kit/page/access.ts'
import { isRestricted } from '../landing.ts'
import { enter } from './enter.ts'
import { replaceBy } from '../../kit/page/history.ts'

/** Where a link leads: the page it names if it is the user's and needs no record, else home; a fleet leader's is the fleet's page. */
export function targetOf(page: string | undefined, profile: Profile | undefined): string {
  if (isRestricted(profile)) return '/'
  const found = pages.find(({ name }) => page !== undefined && (name === page || accessName(name) === page))
  return found && !found.path.includes('{') && !found.bare && mayOpen(found.name, profile) ? found.path : '/home'
}

/** Signs in by the link that the page was opened with, once. */
export function useDeepLink(station: number | undefined, onError: (words: string) => void): boolean {
  const [link] = useState(spendDeepLink)
  const [busy, setBusy] = useState(link !== undefined)
  useEffect(() => {
    if (!link) return
    exchange(link, station)
      .then(replaceBy)
      .catch((refused: Error) => onError(refused.message))
      .finally(() => setBusy(false))
  }, [link, station, onError])
  return busy
}

const exchanged = new WeakMap<DeepLink, Promise<string>>()

/** However often it is asked, a link is exchanged once. */
function exchange(link: DeepLink, station: number | undefined): Promise<string> {
  const before = exchanged.get(link)
  if (before) return before
  const now = (async () => {
    const { code, client, page } = link
    const answer = await call(sessionCalls.loginByCode, { body: { code, client, deviceId: deviceId() } })
    await enter(answer, station)
    keepClient(client)
    return targetOf(page, session().profile)
  })()
  exchanged.set(link, now)
  return now
}
