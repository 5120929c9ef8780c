import * as contract from '@forecourt/contract'
import { UserCardStatus } from '@forecourt/contract'
import { beforeAll, expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
let cardActs: typeof import('./card-acts.tsx')
let sessions: typeof import('../../core/session.ts')
beforeAll(async () => {
  cardActs = await import('./card-acts.tsx')
  sessions = await import('../../core/session.ts')
})

const stops = ['loss', 'unhook', 'disable', 'enable'] as const
const rights = ['card.loss', 'card.unhook', 'card.disable']
const offered = (status: UserCardStatus, permissions = rights, closedTime: string | null = null) => {
  sessions.useSession.setState({ profile: { roles: [], permissions } as never })
  const acts = cardActs.actsFor({ kind: 'personal', status, principalCents: 0, lockValue: 0, closedTime })
  return stops.filter(act => acts.includes(act))
}

// @req CRD-018
test('a card is reported lost from where it can be stopped, found from where it is lost, and by nobody without the right', () => {
  expect(Object.fromEntries(UserCardStatus.options.map(status => [status, offered(status)]))).toEqual({
    normal: ['loss', 'disable'],
    overspend: ['loss', 'disable'],
    lose: ['unhook'],
    disable: ['enable'],
    lock: ['enable'],
  })
  expect(
    rights.map(right =>
      offered(
        'normal',
        rights.filter(each => each !== right),
      ),
    ),
  ).toEqual([['disable'], ['loss', 'disable'], ['loss']])
  expect(offered('lose', ['card.loss', 'card.disable'])).toEqual([])
  // A card that was returned is disabled for good.
  expect(offered('disable', rights, '2026-05-01T04:00:00.000Z')).toEqual([])
})

const life = ['freeze', 'move', 'extend', 'register', 'reissue', 'cardReturn'] as const
const all = ['card.freeze', 'card.assign', 'card.move', 'card.extend', 'card.register', 'card.reissue', 'card.return']
const lifeOf = (card: object, permissions = all) => {
  sessions.useSession.setState({ profile: { roles: [], permissions } as never })
  const normal = {
    kind: 'personal',
    status: 'normal',
    principalCents: 50_00,
    value: 50_00,
    lockValue: 0,
    validUntil: '2027-01-01',
  } as const
  const acts = cardActs.actsFor({ ...normal, ...card })
  return life.filter(act => acts.includes(act))
}

// @req CRD-016 CRD-017
test('what changes the card itself is offered by its kind, its status and what it holds, and for each act to those who may', () => {
  expect(lifeOf({})).toEqual(['freeze', 'move', 'extend', 'reissue', 'cardReturn'])
  expect(lifeOf({ kind: 'anonymous' })).toEqual(['freeze', 'extend', 'register', 'reissue', 'cardReturn'])
  expect(lifeOf({ kind: 'employee', value: 0, validUntil: null })).toEqual(['reissue', 'cardReturn'])
  expect(lifeOf({ kind: 'sub' })).not.toContain('move')
  expect(lifeOf({ status: 'lose' })).toEqual(['freeze', 'extend', 'reissue'])
  expect(lifeOf({ status: 'disable' })).toEqual(['freeze', 'extend'])
  expect(lifeOf({ closedTime: '2026-05-01T04:00:00.000Z' })).toEqual([])
  // A move is a transfer, and asked for besides the permission for those.
  const without = (right: string) =>
    lifeOf(
      {},
      all.filter(each => each !== right),
    )
  for (const right of ['card.move', 'card.assign']) expect(without(right)).toEqual(['freeze', 'extend', 'reissue', 'cardReturn'])
  expect(without('card.return')).toEqual(['freeze', 'move', 'extend', 'reissue'])
})

// @req MEM-027
test('an account of points or of levels is closed or stopped, and nothing of what is done to money or to plastic is offered', () => {
  const permissions = Object.values(contract.userCardActs).map(({ call }) => call.permission)
  sessions.useSession.setState({ profile: { roles: [], permissions: [...permissions, 'card.move', 'chip.read'] } as never })
  const held = { kind: 'personal', status: 'normal', principalCents: 0, value: 0, lockValue: 0, validUntil: '2027-01-01' } as const
  const actsOf = (type?: 'debit' | 'score' | 'level') => cardActs.actsFor({ ...held, ...(type && { card: { id: 1, name: 'A', type } }) })
  for (const type of ['score', 'level'] as const) expect(actsOf(type)).toEqual(['disable', 'cardReturn'])
  // Of a card whose product is not known the server knows it.
  expect(actsOf()).toEqual(actsOf('debit'))
  expect(actsOf('debit')).toContain('topUp')
})
