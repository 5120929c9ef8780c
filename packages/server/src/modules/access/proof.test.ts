import { pinActions, resetPayPassword, users } from '@forecourt/contract'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hashSixDigits } from './secret.ts'
import { spendProof, type ProvenAction } from './pin.ts'
import { password, signedIn } from '../../testing/access.ts'
import { makeCard } from '../../testing/card.ts'
import { noon, owned, setClock, world } from '../../testing/world.ts'

const pin = '274951'
let pinHash: string
beforeAll(async () => {
  pinHash = await hashSixDigits(pin)
})
afterEach(() => setClock(noon))

/** A station master with a PIN, and what is about to be given back. */
async function story() {
  const its = await world()
  const master = { roles: ['admin' as const], over: { pin_hash: pinHash } }
  const lin = await signedIn(its.company, master)
  const chen = await signedIn(its.company, master)
  const refund: ProvenAction = { action: 'order.refund', subject: 'orders:12', amountCents: 100_00 }
  const prove = async (action: ProvenAction = refund, who = lin) => {
    const { proof } = await who.call(users.verifyPin, { id: who.id, body: { pin, ...action } })
    return proof
  }
  const spend = (proof: string, action: ProvenAction = refund, who: number = lin.id) =>
    its
      .within(ctx => spendProof(ctx, proof, action), { kind: 'user', id: who, key: `user:${who}` })
      .then(
        () => 'spent',
        refusal => refusal.code as string,
      )
  return { ...its, lin, chen, refund, prove, spend }
}

// @req ACC-086
test('a right PIN gives a proof for one action, and the action spends it', async () => {
  const { prove, spend, audits, refund } = await story()
  const proof = await prove()
  expect(await spend(proof)).toBe('spent')
  expect(await spend(proof)).toBe('pin.proof')
  expect((await audits()).find(({ action }) => action === 'access.pin.prove')!.detail).toEqual(refund)
  expect(JSON.stringify(await audits())).not.toContain(proof)
})

// @req ACC-086
test.each(pinActions)('the PIN answers for the action %s', async action => {
  const { prove, spend } = await story()
  const proven: ProvenAction = { action, subject: 'userCards:7', amountCents: 5_00 }
  expect(await spend(await prove(proven), proven)).toBe('spent')
})

// @req ACC-086
test('what makes up or pays out money, points or fuel, ends cards or members, or settles the unusual takes a PIN', () => {
  expect([...pinActions].toSorted()).toEqual([
    'bill.issue',
    'card.adjust',
    'card.freeze',
    'card.move',
    'card.payPassword',
    'card.refundCharge',
    'card.reissue',
    'card.release',
    'card.return',
    'card.writeBack',
    'delivery.correct',
    'goods.stocktake',
    'member.farewell',
    'member.import',
    'member.merge',
    'month.settle',
    'nozzle.release',
    'order.free',
    'order.refund',
    'points.deduct',
    'points.give',
    'price.change',
    'purchase.correct',
    'tank.book',
    'transport.sign',
  ])
})

// @req ACC-086
describe('a proof does not hold for', () => {
  const other: [string, Partial<ProvenAction>][] = [
    ['another action', { action: 'card.adjust' }],
    ['another record', { subject: 'orders:13' }],
    ['a cent more', { amountCents: 100_01 }],
    ['no amount', { amountCents: null }],
  ]
  test.each(other)('%s', async (_what, difference) => {
    const { prove, spend, refund } = await story()
    const proof = await prove()
    expect(await spend(proof, { ...refund, ...difference })).toBe('pin.proof')
    expect(await spend(proof)).toBe('spent')
  })
  test('somebody else, another company, or later than a minute', async () => {
    const { prove, spend, chen, refund } = await story()
    const proof = await prove()
    expect(await spend(proof, refund, chen.id)).toBe('pin.proof')
    expect(await (await story()).spend(proof)).toBe('pin.proof')
    setClock(new Date(noon.getTime() + 59_000))
    expect(await spend(await prove())).toBe('spent')
    setClock(new Date(noon.getTime() + 60_000))
    expect(await spend(proof)).toBe('pin.proof')
    expect(await spend('made-up')).toBe('pin.proof')
  })
})

test('of many at once one spends it', async () => {
  const { prove, spend } = await story()
  const proof = await prove()
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => spend(proof)))
  expect(outcomes.filter(outcome => outcome === 'spent')).toHaveLength(1)
})

// @req ACC-086
test('a payment password is set anew by anyone who answers for it with their PIN', async () => {
  const its = await story()
  const { lin, chen, prove } = its
  const { id } = await makeCard(its, { principalCents: 1_000_00 })
  const action: ProvenAction = { action: 'card.payPassword', subject: `userCards:${id}` }
  const reset = (pinProof: string, who = lin) => who.refused(resetPayPassword, { id, body: { payPassword: '274913', pinProof } })
  expect(await reset('made-up')).toBe('pin.proof')
  expect(await reset(await prove(action), chen)).toBe('pin.proof')
  expect(await reset(await prove({ ...action, subject: 'userCards:1' }))).toBe('pin.proof')
  const proof = await prove(action)
  expect(await reset(proof)).toBe('allowed')
  expect(await reset(proof)).toBe('pin.proof')
})

// @req ACC-086
test('without a PIN there is no proof, and nobody proves for another', async () => {
  const { company, lin, refund } = await story()
  const fang = await signedIn(company, { roles: ['admin'] })
  expect(await fang.refused(users.verifyPin, { id: fang.id, body: { pin, ...refund } })).toBe('pin.missing')
  expect(await fang.refused(users.verifyPin, { id: lin.id, body: { pin, ...refund } })).toBe('notFound')
  await fang.call(users.pin, { id: fang.id, body: { password, pin } })
  expect(await fang.refused(users.verifyPin, { id: fang.id, body: { pin, ...refund } })).toBe('allowed')
})

// @req ACC-086
test('two hundred wrong PINs at once: five are compared, and then the right one is not', async () => {
  const { lin, refund, audits } = await story()
  const guess = (given: string) => lin.refused(users.verifyPin, { id: lin.id, body: { pin: given, ...refund } })
  const outcomes = await Promise.all(Array.from({ length: 200 }, (_, n) => guess(String(900_000 + n))))
  expect(outcomes.filter(outcome => outcome === 'pin.wrong')).toHaveLength(4)
  expect(outcomes.filter(outcome => outcome === 'pin.locked')).toHaveLength(196)
  expect((await audits()).filter(({ action }) => action === 'access.pin.wrong')).toHaveLength(5)
  expect(await guess(pin)).toBe('pin.locked')
  expect(await owned('select 1 from pin_proof where user_account = $1', [lin.id])).toEqual([])
})
