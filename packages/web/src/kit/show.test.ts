import { expect, test } from 'vitest'
import type { Field } from './field.ts'
import { grouped, words } from './show.ts'

test.each([
  ['13800001234', 'phone', '138 0000 1234'],
  ['+420777123456', 'phone', '+420777123456'],
  ['6222021234567890123', 'cardNumber', '6222 0212 3456 7890 123'],
  ['AB-12', 'cardNumber', 'AB-12'],
  ['1234567', 'cardNumber', '1234567'],
] as const)('%s as a %s reads %s', (value, kind, read) => expect(grouped(value, kind)).toBe(read))

const wording = {
  choice: (_: Field, value: string) => `<${value}>`,
  yes: 'yes',
  no: 'no',
  comma: '、',
  set: 'set',
  entries: (many: number) => `${many} entries`,
}
test.each([
  ['cents', 0, '0.00'],
  ['cents', null, '—'],
  ['cents', -120800, '−1,208.00'],
  ['centilitres', 3000, '30.00'],
  ['kilograms', 31_580, '31.580'],
  ['integer', 1024, '1,024'],
  ['percent', 13, '13%'],
  ['boolean', false, 'no'],
  ['boolean', undefined, '—'],
  ['enum', 'open', '<open>'],
  ['text', '', '—'],
  ['list', ['a', 'b'], 'a、b'],
  ['list', [{ a: 1 }, { a: 2 }], '2 entries'],
  ['object', { key: 1 }, 'set'],
] as const)('%s %j is shown as %s', (kind, value, shown) => expect(words({ kind } as Field, value, wording)).toBe(shown))
