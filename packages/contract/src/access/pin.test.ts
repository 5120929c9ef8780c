import { expect, test } from 'vitest'
import { deliveryCorrectionProof } from '../wetstock/delivery-correction.ts'
import { monthProof } from '../monthend/month-settle.ts'
import { priceChangeProof } from '../forecourt/price-change.ts'
import { tankEntryProof } from '../wetstock/tank-entry.ts'
import { users } from './user.ts'

// What a PIN is asked for is made here and sent by a page; a subject that the call refuses would make the act impossible in the browser.
test.each([
  ['a month', monthProof('2026-10-01', 12_345_00)],
  ['a change of prices', priceChangeProof([{ priceCents: 7_12 }])],
  ['an entry of a tank', tankEntryProof(12, -500)],
  ['a corrected delivery', deliveryCorrectionProof(7, null)],
])('the PIN can be given for %s', (_, proof) => {
  expect(users.verifyPin.body!.safeParse({ pin: '123456', ...proof }).error).toBeUndefined()
})
