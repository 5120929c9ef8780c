import { expect, test } from 'vitest'
import type { z } from 'zod'
import { invalid } from './errors.ts'
import {
  AlphanumericCode,
  Email,
  IpAddress,
  JsonText,
  LoginName,
  Plate,
  UrlLike,
  decimalsOf,
  isNumeric,
  isSixDigits,
} from './validators.ts'

const good = (shape: z.ZodType, given: string) => shape.safeParse(given).success

type Rule = [what: string, shape: z.ZodType, code: string, right: readonly string[], wrong: readonly string[]]

/** Each rule with texts that pass, texts that do not, and the code of what is said then. */
const reached: Rule[] = [
  [
    'a web address',
    UrlLike,
    'urlLike',
    ['http://a.cn', 'https://a.cn/b?c=1', 'tcp://10.0.0.1:9200', 'ftp://files', 'file:///C:/a.txt', 'www.sinopec.com', 'HTTP://A.CN'],
    [
      '',
      'sinopec.com',
      'mailto:a@b.cn',
      'http:/a',
      'http://',
      'www.',
      'javascript:alert(1)',
      'xhttp://a',
      'http://a b',
      'http:a',
      'wwwsinopec.com',
      'gopher://a',
      'ws://a',
      'see www.sinopec.com',
    ],
  ],
  ['an e-mail address', Email, 'email', ['lin@station.cn', 'a.b+c@mail.co'], ['', 'lin', 'lin@', '@station.cn', 'lin@station', 'a b@c.cn']],
  [
    'an IP address',
    IpAddress,
    'ip',
    ['0.0.0.0', '192.168.1.20', '255.255.255.255', '10.0.0.1:1', '10.0.0.1:65535'],
    ['', '1.2.3', '1.2.3.256', '1.2.3.4.5', '10.0.0.1:0', '10.0.0.1:65536', '10.0.0.1:', '10.0.0.1:80:80', '::1', '01.2.3.4', 'a.b.c.d'],
  ],
]
const typed: Rule[] = [
  ['a code', AlphanumericCode, 'alphanumeric', ['ab12', 'Z9az', 'A'.repeat(32)], ['', 'abc', 'A'.repeat(33), 'ab 12', 'ab-12', '编码一二']],
  [
    'a sign-in name',
    LoginName,
    'loginName',
    ['lin', 'li', ' lin ', 'lin.wang@x', 'a'.repeat(32)],
    ['', 'a', ' a ', 'a'.repeat(33), 'lin wang', 'lin\twang', '林芳ab'],
  ],
  ['JSON', JsonText, 'json', ['{}', '[]', '{"a":[1]}', ' {} '], ['', '1', 'null', '"text"', 'true', '{a:1}', '{"a":1,}']],
  [
    'a plate',
    Plate,
    'plate',
    // Ordinary, small and large of new energy, as they are typed, and those of services.
    ['京A12345 粤B8K9L6 粤BF12345 京AD1234', '京AD12345 京ADA1234 沪A12345D', '京a·12345 沪A•12345d']
      .concat('沪A1234学 粤Z1234港 苏A1234挂 川A1234警 使014578 VA12345 粤X0123应急')
      .flatMap(line => line.split(' ')),
    ['', '京A 12345'].concat(
      '京A1234 京A1234567 京I12345 京O12345 京A1234O A12345 12345 京京12345'.split(' '),
      '京AI2345 京AD123456 京ADAB123 京AI12345 京A123456 京A1234DD 沪AD1A234'.split(' '),
    ),
  ],
]
function holds([, shape, code, right, wrong]: Rule): boolean {
  expect(right.filter(text => !good(shape, text))).toEqual([])
  expect(wrong.filter(text => good(shape, text))).toEqual([])
  expect(shape.safeParse(wrong.at(-1)).error?.issues[0]?.message).toBe(code)
  expect(invalid[code]).toMatchObject({ zh: expect.any(String), en: expect.any(String) })
  return true
}
// @req UIX-035 UIX-036 UIX-037
test.each(reached)('%s', (...rule) => expect(holds(rule)).toBe(true))
// @req UIX-030 UIX-039 UIX-040 UIX-041
test.each(typed)('%s', (...rule) => expect(holds(rule)).toBe(true))

// @req MEM-040
test('a plate is kept in capitals and without its dot', () => {
  expect(['京a·12345', ' 沪A12345d ', '粤B•8k9l6'].map(text => Plate.parse(text))).toEqual(['京A12345', '沪A12345D', '粤B8K9L6'])
})

test('names and codes are kept without the blanks around them', () => {
  expect([LoginName.parse('  lin '), AlphanumericCode.parse(' ab12 ')]).toEqual(['lin', 'ab12'])
})

// @req UIX-038
test('six digits are six digits', () => {
  expect(['123456', '000000'].every(isSixDigits)).toBe(true)
  expect(['', '12345', '1234567', '12345a', '１２３４５６', ' 123456'].some(isSixDigits)).toBe(false)
})

// @req UIX-042
test.each([
  [0, {}, true],
  ['12.50', {}, true],
  ['-3', {}, true],
  ['1e5', {}, false],
  ['', {}, false],
  ['12a', {}, false],
  [Number.NaN, {}, false],
  [Infinity, {}, false],
  ['9007199254740993', {}, false],
  [true, {}, false],
  [null, {}, false],
  [4.99, { min: 4.99, max: 5 }, true],
  [4, { min: 5, max: 9 }, false],
  [9.01, { min: 5, max: 9 }, false],
  [5, { min: 5, max: 5 }, true],
  [4.99, { min: 5 }, false],
  [100, { max: 99.9 }, false],
])('%j within %j is a number: %s', (value, bounds, holds) => {
  expect(isNumeric(value, bounds)).toBe(holds)
})

test.each([
  [1, 0],
  [1.5, 1],
  [0.000001, 6],
  [1e-7, 7],
  [1.25e-7, 9],
  [1e21, 0],
])('%d has %d decimals', (value, places) => {
  expect(decimalsOf(value)).toBe(places)
})
