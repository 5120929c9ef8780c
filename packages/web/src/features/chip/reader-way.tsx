import type { ReactNode } from 'react'
import { t } from '../../i18n/index.ts'
import type { ReaderState } from '../../kit/reader/use-reader.ts'

const places = ['card', 'reader', 'service', 'page'] as const
type Place = (typeof places)[number]
type Health = 'good' | 'bad' | 'waits'

/** Where it stops: everything before that place works, seen from the page. */
const brokenAt: Partial<Record<ReaderState, Place>> = {
  off: 'service',
  unreachable: 'service',
  blocked: 'service',
  silent: 'reader',
  noReader: 'reader',
  unread: 'card',
}

function healthOf(place: Place, state: ReaderState): Health {
  if (place === 'page') return 'good'
  if (state === 'looking' || state === 'asks') return 'waits'
  if (state === 'waiting') return place === 'card' ? 'waits' : 'good'
  const broken = brokenAt[state]
  if (broken === undefined || places.indexOf(place) > places.indexOf(broken)) return 'good'
  return place === broken ? 'bad' : 'waits'
}

/** card → reader → service → page: how far a word comes, in small pictures. */
export function ReaderWay({ state }: { state: ReaderState }) {
  return (
    <ol className="f-ic-way" aria-label={t('icCardPage.way')}>
      {places.map(place => {
        const health = healthOf(place, state)
        return (
          <li key={place} data-health={health}>
            <svg width="48" height="40" viewBox="0 0 48 40" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.5">
              {pictures[place]}
            </svg>
            <span>{t(`icCardPage.place_${place}`)}</span>
            <small>{t(`icCardPage.health_${health}`)}</small>
          </li>
        )
      })}
    </ol>
  )
}

const pictures: Readonly<Record<Place, ReactNode>> = {
  card: (
    <>
      <rect x="6" y="9" width="36" height="23" rx="3" />
      <rect x="11" y="15" width="8" height="7" rx="1.5" />
      <path d="M11 27h16M33 15c2 2 2 5 0 7M36 13c3 3 3 8 0 11" strokeLinecap="round" />
    </>
  ),
  reader: (
    <>
      <path d="M8 26h32l-3 8H11z" strokeLinejoin="round" />
      <path d="M18 20c3-3 9-3 12 0M14 15c5-6 15-6 20 0" strokeLinecap="round" />
      <circle cx="36" cy="30" r="1" />
    </>
  ),
  service: (
    <>
      <rect x="9" y="7" width="30" height="11" rx="2" />
      <rect x="9" y="22" width="30" height="11" rx="2" />
      <path d="M14 12.5h6M14 27.5h6M33 12.5h1M33 27.5h1" strokeLinecap="round" />
    </>
  ),
  page: (
    <>
      <rect x="6" y="7" width="36" height="26" rx="2.5" />
      <path d="M6 14h36M12 20h14M12 25h20" strokeLinecap="round" />
      <path d="M10 10.5h1M14 10.5h1" strokeLinecap="round" />
    </>
  ),
}
