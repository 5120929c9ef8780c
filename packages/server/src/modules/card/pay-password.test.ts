import { cardStops, resetPayPassword, userCards } from '@forecourt/contract'
import { afterEach, expect, test } from 'vitest'
import { proofOf } from '../../testing/access.ts'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { noon, setClock, world } from '../../testing/world.ts'
import { Refusal } from '../../platform/execution/refusal.ts'
import { payByCard } from './index.ts'

afterEach(() => setClock(noon))
const minutes = (count: number) => setClock(new Date(noon.getTime() + count * 60_000))

/** A card that asks for its password from 10.00 on, and the act of paying with a guess at it. */
async function guarded() {
  const riverside = await world()
  const { staff, station, within } = riverside
  const lin = await staff('card.payPassword', 'card.userCard.read', 'card.disable')
  const { id } = await makeCard(riverside, { principalCents: 1_000_00, passwordFromCents: 10_00 })
  const reset = async (payPassword: string) =>
    lin.refused(resetPayPassword, {
      id,
      body: { payPassword, pinProof: await proofOf(lin.actor, { action: 'card.payPassword', subject: `userCards:${id}` }) },
    })
  expect(await reset('274913')).toBe('allowed')
  let turn = 0
  const guess = async (payPassword?: string): Promise<string> => {
    try {
      // As a handler does it: what is returned keeps the counted try, what is thrown leaves nothing.
      let answer: unknown
      await within(async ctx => {
        answer = await payByCard(ctx, {
          userCardId: id,
          amountCents: 10_00,
          stationId: station.id,
          ref: `sale:${++turn}`,
          ...(payPassword && { payPassword }),
        })
      })
      return answer instanceof Refusal ? answer.code : 'paid'
    } catch (thrown) {
      return (thrown as Refusal).code
    }
  }
  return { riverside, lin, id, guess, reset }
}

// @req CRD-022
test('a payment above the limit needs the password; five wrong ones lock it for a quarter of an hour', async () => {
  const { id, guess } = await guarded()
  expect(await guess()).toBe('card.passwordRequired')
  expect(await guess('274913')).toBe('paid')
  for (let tries = 0; tries < 4; tries++) expect(await guess('000001')).toBe('card.passwordWrong')
  expect(await guess('000001')).toBe('card.passwordLocked')
  expect(await guess('274913')).toBe('card.passwordLocked')
  minutes(14)
  expect(await guess('274913')).toBe('card.passwordLocked')
  minutes(16)
  expect(await guess('274913')).toBe('paid')
  expect(await pursesOf(id)).toMatchObject({ principal: 980_00 })
})

// @req CRD-022
test('a password that staff set anew counts at once, also while the one before was locked; the one before counts no more', async () => {
  const { guess, reset } = await guarded()
  for (let tries = 0; tries < 5; tries++) await guess('000001')
  expect(await guess('274913')).toBe('card.passwordLocked')
  expect(await reset('385024')).toBe('allowed')
  expect(await guess('385024')).toBe('paid')
  expect(await guess('274913')).toBe('card.passwordWrong')
})

// @req CRD-022 MEM-010
test('ten wrong ones within a day lock the card, until staff unlock it', async () => {
  const { lin, id, guess } = await guarded()
  for (let tries = 0; tries < 5; tries++) await guess('000001')
  minutes(20)
  for (let tries = 0; tries < 4; tries++) expect(await guess('000001')).toBe('card.passwordWrong')
  expect(await guess('000001')).toBe('card.passwordLocked')
  expect(await lin.call(userCards.get, { id, query: {} })).toMatchObject({ status: 'lock' })
  minutes(120)
  expect(await guess('274913')).toBe('card.locked')
  expect(await lin.call(cardStops.enable, { id, body: {} })).toMatchObject({ status: 'normal' })
  expect(await guess('274913')).toBe('paid')
})

test('a hundred guesses at once are compared five at most', async () => {
  const { riverside, guess } = await guarded()
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => guess('000001')))
  expect(outcomes.filter(outcome => outcome === 'card.passwordWrong')).toHaveLength(4)
  expect(outcomes.filter(outcome => outcome === 'card.passwordLocked')).toHaveLength(96)
  expect((await riverside.audits()).filter(audit => audit.action === 'card.payPassword.wrong')).toHaveLength(5)
})

// @req CRD-022
test.each([
  ['six digits', '385024', 'allowed'],
  ['five digits', '38502', 'validation'],
  ['seven digits', '3850247', 'validation'],
  ['a letter among them', '38502a', 'validation'],
])('a new password of %s (%s): %s', async (_, payPassword, outcome) => {
  expect(await (await guarded()).reset(payPassword)).toBe(outcome)
})

// @req CRD-022
test('a password is set anew with the right to do so and with one’s own PIN, proven for this card', async () => {
  const { riverside, lin, id } = await guarded()
  const other = await makeCard(riverside)
  const proof = (who: typeof lin, card: number) => proofOf(who.actor, { action: 'card.payPassword', subject: `userCards:${card}` })
  const refused = async (who: typeof lin, pinProof: string) =>
    who.refused(resetPayPassword, { id, body: { payPassword: '385024', pinProof } })
  const clerk = await riverside.staff('card.userCard.read', 'card.userCard.write', 'card.disable')
  expect(await refused(clerk, await proof(clerk, id))).toBe('auth.forbidden')
  expect(await lin.refused(resetPayPassword, { id, body: { payPassword: '385024' } as never })).toBe('validation')
  expect(await refused(lin, await proof(lin, other.id))).not.toBe('allowed')
  expect(await refused(lin, await proof(lin, id))).toBe('allowed')
  expect(await lin.call(userCards.get, { id, query: {} })).toMatchObject({ hasPayPassword: true })
})

// @req CRD-022
test('a password that everybody tries first is refused', async () => {
  const { reset } = await guarded()
  for (const payPassword of ['123456', '888888', '121212']) {
    expect(await reset(payPassword)).toBe('card.passwordWeak')
  }
})
