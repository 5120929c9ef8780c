import { commandSearch, stations, type PageName, type Returned } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../core/api.ts'
import { inCurrency } from '../../core/money.ts'
import { contains } from '../../core/search.ts'
import { useSession, type AtStation } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { choiceLabel } from '../../kit/label.ts'
import { pathTo } from '../../kit/links.ts'
import { mayOpen } from '../../kit/page/access.ts'
import { addressOf } from '../../kit/page/address.ts'
import { grouped } from '../../kit/show.ts'
import { isAsked, type Entry } from './command-entries.ts'

/** So many stations are looked through here, by initials too; more are looked up on the server, by name. */
const stationsHere = 200
const waitMs = 160

/** What was typed, when nothing more has come for a moment. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), waitMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}

/** People of this name or number, cards and orders of this number. A question that was overtaken by the next is taken back. */
export function useFound(typed: string): { entries: Entry[]; busy: boolean } {
  const settled = useSettled(typed.trim())
  const asked = isAsked(settled)
  const found = useQuery({
    queryKey: ['commandSearch', settled],
    queryFn: ({ signal }) => call(commandSearch, { query: { text: settled } }, { signal }),
    enabled: asked,
    staleTime: 10_000,
    gcTime: 60_000,
  })
  const current = asked && settled === typed.trim()
  return {
    entries: current && found.data ? entriesOf(found.data) : [],
    busy: isAsked(typed) && (!current || found.isFetching),
  }
}

function entriesOf({ members, users, userCards, orders }: Returned<typeof commandSearch>): Entry[] {
  const { profile } = useSession.getState()
  type Person = (typeof members)[number]
  const listOf = (pages: readonly PageName[], search: Record<string, string>) => {
    const page = pages.find(name => mayOpen(name, profile))
    return page && addressOf(page, {}, search)
  }
  const cardsOf = ({ name, mobile }: Person) => listOf(['cardQuery'], mobile ? { 'user.mobile': mobile } : { 'user.name': name })
  const accountOf = ({ name, mobile }: Person) => listOf(['companyUserMge', 'userMge', 'staffMge'], mobile ? { mobile } : { name })
  const person = (kind: 'member' | 'user', { id, name, mobile }: Person) => ({
    id: `${kind}:${id}`,
    kind,
    label: name,
    ...(mobile && { note: grouped(mobile, 'phone') }),
  })
  const withPath = (entry: Omit<Entry, 'path'>, path: string | undefined): Entry[] => (path ? [{ ...entry, path }] : [])
  return [
    ...members.flatMap(member => withPath(person('member', member), pathTo('members', member.id) ?? cardsOf(member))),
    ...users.flatMap(user => withPath(person('user', user), accountOf(user))),
    ...userCards.flatMap(({ id, number, holder, status }) =>
      withPath(
        {
          id: `userCard:${id}`,
          kind: 'userCard',
          label: grouped(number, 'cardNumber'),
          note: [holder, choiceLabel('userCards', 'status', status)].filter(Boolean).join(' · '),
        },
        pathTo('userCards', id),
      ),
    ),
    ...orders.flatMap(({ id, orderNo, totalCents, createdDate }) =>
      withPath(
        { id: `order:${id}`, kind: 'order', label: orderNo, note: `${inCurrency(totalCents)} · ${time(createdDate, 'minute')}` },
        pathTo('orders', id),
      ),
    ),
  ]
}

/** The other stations that the user may work in. */
export function useStations(typed: string): AtStation[] {
  const total = useSession(state => state.stationTotal)
  const here = useSession(state => state.atStation?.id)
  const settled = useSettled(typed.trim())
  const many = total > stationsHere
  const wanted = many ? settled : ''
  const list = useQuery({
    queryKey: ['commandStations', wanted],
    queryFn: ({ signal }) =>
      call(
        stations.list,
        { query: { size: many ? 5 : stationsHere, expand: 'company', ...(wanted && { search: contains('name', wanted) }) } },
        { signal, everywhere: true },
      ),
    enabled: total > 1 && (!many || wanted !== ''),
    staleTime: 300_000,
  })
  return ((list.data?.content ?? []) as unknown as AtStation[]).filter(({ id }) => id !== here)
}
