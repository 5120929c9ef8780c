import { expect, test } from 'vitest'
import { z } from 'zod'
import { createCompany, endpoints } from './index.ts'

/** The calls whose field of that name takes the one text and refuses the other. */
function callsThatHold(field: string, right: string, wrong: string): string[] {
  return endpoints.flatMap(({ method, path, body }) => {
    const shape = body instanceof z.ZodObject ? (body.shape as Record<string, z.ZodType>)[field] : undefined
    return shape?.safeParse(right).success && !shape.safeParse(wrong).success ? [`${method} ${path}`] : []
  })
}
const both = (path: string) => [`POST ${path}`, `PUT ${path}/:id`]

// @req UIX-038
test.each([
  ['pin', ['PUT /users/:id/pin', 'POST /users/:id/pin/verify']],
  ['oldPin', ['PUT /users/:id/pin']],
  [
    'payPassword',
    ['POST /authorisations', 'POST /userCards', 'POST /userCards/:id/resetPayPassword', 'POST /orders/:id/cardPay', 'POST /groups/open'],
  ],
])('%s is a six-digit number in every call that takes one', (field, calls) => {
  for (const wrong of ['27495', '2749510', '27495a']) expect(callsThatHold(field, '274951', wrong)).toEqual(calls)
})

// @req UIX-036
test('an e-mail address has the form of one in every call that keeps one', () => {
  expect(callsThatHold('email', 'fang@river.cn', 'fang@river')).toEqual([
    ...both('/users'),
    'POST /companyGroups/:id/users',
    'PUT /fleetEmployees/:id',
    'POST /groups/:id/employees',
    ...both('/tankAlarmContacts'),
    ...both('/members'),
  ])
  const { admin } = createCompany.body!.shape
  const asked = (email: string) => admin.safeParse({ name: 'Fang', email }).success
  expect([asked('fang@river.cn'), asked('fang@river')]).toEqual([true, false])
})

// @req UIX-040
test.each([
  ['customerId', '/companies'],
  ['unionCardCompanyId', '/companies'],
  ['unionCardStationId', '/stations'],
])('%s is a name of 2 to 32 characters without blanks or Chinese, where it is added and where it is changed', (field, path) => {
  for (const wrong of ['C', 'c'.repeat(33), 'C 7', '客户7']) expect(callsThatHold(field, 'C7', wrong).toSorted()).toEqual(both(path))
})

// @req UIX-035 UIX-037
test.each(['gopher://printer', '10.0.0.9:65536'])('equipment is not reached at %s, where it is added and where it is changed', wrong => {
  expect(callsThatHold('address', 'tcp://10.0.0.9:4001', wrong)).toEqual([...both('/tankGauges'), ...both('/printers')])
  expect(callsThatHold('address', '10.0.0.9:65535', wrong)).toEqual([...both('/tankGauges'), ...both('/printers')])
})
