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
const offered = (status: UserCardStatus, permissions = rights) => {
  sessions.useSession.setState({ profile: { roles: [], permissions } as never })
  const acts = cardActs.actsFor({ kind: 'personal', status, principalCents: 0, lockValue: 0 })
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
})
