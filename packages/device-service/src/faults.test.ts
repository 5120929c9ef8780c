import { resultCodes, type FailureReason } from '@forecourt/contract/reader/result-codes.ts'
import { demoChip, demoChips } from '@forecourt/contract/reader/demo-chips.ts'
import { expect, test } from 'vitest'
import { service, type Page } from './testing/caller.ts'
import { chip, contentOf, payload, ready } from './testing/laid-card.ts'

const other = demoChip(4)

type Step = 'readCard' | 'issueCard' | 'validateCard'
const steps: readonly Step[] = ['readCard', 'issueCard', 'validateCard']
const bodies = { readCard: {}, issueCard: payload, validateCard: payload } as const
const all = (reason: FailureReason | 'ok') => [reason, reason, reason] as const

const faults: [string, (page: Page) => Promise<unknown>, readonly (FailureReason | 'ok')[]][] = [
  ['a reader that is unplugged', page => page.done('fault', { slot: 0, fault: 'unplugged' }), all('noReader')],
  ['a reader that hangs', page => page.done('fault', { slot: 0, fault: 'hang' }), all('readerTimeout')],
  ['a reader that is slow', page => page.done('fault', { slot: 0, fault: 'slow' }), all('ok')],
  // Only reading back tells: that is why nothing counts as issued before.
  ['a reader that says written and lies', page => page.done('fault', { slot: 0, fault: 'lie' }), ['ok', 'ok', 'differs']],
  ['a reader that tells another uuid', page => page.done('fault', { slot: 0, fault: 'misread' }), ['ok', 'otherCard', 'otherCard']],
  ['a card that was taken away', page => page.done('remove', { slot: 0 }), all('noCard')],
  ['a card that is pulled while it is written', page => page.done('fault', { slot: 0, fault: 'pull' }), ['ok', 'cardRemoved', 'noCard']],
  ['a broken card', page => page.done('fault', { uuid: chip.uuid, fault: 'broken' }), ['ok', 'cardBroken', 'cardBroken']],
  ['a card of another maker', page => page.done('fault', { uuid: chip.uuid, fault: 'otherMaker' }), ['ok', 'otherMaker', 'otherMaker']],
  ['the next card in its place', page => page.done('place', { uuid: other.uuid, slot: 0 }), ['ok', 'otherCard', 'otherCard']],
]
test.each(faults)('%s', async (_, befall, outcome) => {
  const { page } = await ready({ timeoutMs: 800, drawer: { slowMs: 20 } })
  await befall(page)
  const before = await contentOf(page)
  const seen: string[] = []
  for (const step of steps) seen.push(await page.refused(step, bodies[step]))
  expect(seen).toEqual(outcome)
  // What was not written whole is as it was, or blank: never half of both.
  const after = await contentOf(page)
  expect([payload, before, null]).toContainEqual(after)
  const whole = outcome[1] === 'ok' && outcome[2] === 'ok'
  expect(after?.issueType === 10).toBe(whole)
})

test('a broken card still tells its uuid, a reader that hung works again, a pulled card is written anew', async () => {
  const { page } = await ready({ timeoutMs: 300 })
  await page.done('fault', { uuid: chip.uuid, fault: 'broken' })
  expect(await page.done('readCard', {})).toMatchObject({ uuid: chip.uuid, content: 'unreadable', record: null })
  await page.done('fault', { uuid: chip.uuid, fault: 'none' })
  await page.done('fault', { slot: 0, fault: 'hang' })
  expect(await page.refused('issueCard', payload)).toBe('readerTimeout')
  await page.done('fault', { slot: 0, fault: 'pull' })
  expect(await page.refused('issueCard', payload)).toBe('cardRemoved')
  await page.done('place', { uuid: chip.uuid, slot: 0 })
  expect(await page.refused('validateCard', payload)).toBe('notWritten')
  await page.done('issueCard', payload)
  expect(await page.done('validateCard', payload)).toEqual(payload)
})

test('what differs is named, with what was read', async () => {
  const { page } = await ready()
  await page.done('issueCard', payload)
  const asked = { ...payload, mac: '00000000', validUntil: null }
  const { body } = await page.call('validateCard', asked)
  expect(body).toMatchObject({
    resultCode: resultCodes.differs,
    reason: 'differs',
    data: { fields: ['validUntil', 'mac'], read: payload },
  })
})

test.each([
  ['of another type', 'otherType', demoChip(1), { cardType: 2 }],
  ['of another maker', 'otherMaker', demoChips[36]!, { cardType: 1 }],
  ['a PSAM card', 'notUserCard', demoChips[37]!, {}],
  ['a station mother card', 'notUserCard', demoChips[38]!, {}],
] as const)('a card %s is never written', async (_, reason, { uuid, number }, given) => {
  const { page } = await service()
  await page.done('place', { uuid, slot: 0 })
  const before = await contentOf(page, uuid)
  expect(await page.refused('issueCard', { ...payload, uuid, number, ...given })).toBe(reason)
  const factory = await page.refused('issueFactoryCard', { logicCardNo: '62019999', supplier: 1 })
  expect(factory).toBe(reason === 'otherType' ? 'alreadyNumbered' : reason)
  expect(await contentOf(page, uuid)).toEqual(before)
})

test('a place that is not there, a card that is not in the drawer', async () => {
  const { page } = await service()
  expect(await page.refused('readCard', { slot: 2 })).toBe('noReader')
  expect(await page.refused('place', { uuid: chip.uuid, slot: 7 })).toBe('noReader')
  expect(await page.refused('place', { uuid: 'FFFFFFFF', slot: 0 })).toBe('noCard')
})
