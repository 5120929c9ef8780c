import { expect, test } from 'vitest'
import { invalid } from './errors.ts'
import { Mobile } from './units.ts'
import { ContactPhone, Email, IdNumber, idNumberOfToday, isIdNumber, isTaxNumber } from './validators.ts'

const holds = (schema: { safeParse: (text: string) => { success: boolean } }) => (text: string) => schema.safeParse(text).success

// @req MEM-041
test.each(['110105200002290013', '310101199001011234', '370200198802290072', '440300200808085559', '110105491231002'])(
  '%s is an ID number',
  text => expect(isIdNumber(text)).toBe(true),
)
// @req MEM-041
test.each([
  ['its check digit', '110105194912310021'],
  ['a 29 February of 1900', '110101190002290011'],
  ['a thirteenth month', '310000199913010013'],
  ['a thirteenth month of the former form', '110105491331002'],
  ['seventeen digits', '11010520000229001'],
  ['a letter within', '11010520000229A013'],
  ['nothing', ''],
])('%s is refused in an ID number', (_, text) => {
  expect(isIdNumber(text)).toBe(false)
  expect(IdNumber.safeParse(text).error?.issues[0]?.message).toBe('idNumber')
  expect(invalid['idNumber']).toMatchObject({ zh: expect.any(String), en: expect.any(String) })
})

test('an ID number is kept in capitals, and one of the former form is known as that of today', () => {
  const lower = '11010519491231002x'
  expect([IdNumber.parse(` ${lower} `), idNumberOfToday('110105491231002')]).toEqual([lower.toUpperCase(), lower.toUpperCase()])
  expect(idNumberOfToday(lower.toUpperCase())).toBe(lower.toUpperCase())
})

test('tax numbers of GB 32100 hold, one with another check character does not', () => {
  const right = ['91100000100003962T', '911000001000013428', '9152000071430580XT', '91440400192548256N', '91440606722473344C']
  expect([...right, '9144030010001686XA', '9144030027939873X7', '91350900587527783P'].filter(text => !isTaxNumber(text))).toEqual([])
  expect(['91100000100003962X', '9110000010000396', '91100000100003962I', ''].filter(isTaxNumber)).toEqual([])
})

// @req MEM-042 MEM-043
test('a mobile number has eleven digits, a contact phone may be a landline, an e-mail address has its form', () => {
  expect(['13800138001', '19912345678', '+8613800138001'].filter(text => !holds(Mobile)(text))).toEqual([])
  expect(['1380013800', '23800138001', '138 0013 8001', ''].filter(holds(Mobile))).toEqual([])
  const phones = ['', '13800138001', '010-62345678', '02162345678', '62345678', '0755-23456789-801', '400-123-4567', '8001234567']
  expect(phones.filter(text => !holds(ContactPhone)(text))).toEqual([])
  expect(['1380013800', '010-1234567', 'phone', '62345'].filter(holds(ContactPhone))).toEqual([])
  expect([holds(Email)('wang@river.example'), holds(Email)('wang@river')]).toEqual([true, false])
})
