import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { limits, parseSearch } from './parse.ts'

const scalar = (text: string, at: number) => ({ kind: 'value', at, value: { text, at } })

test('a filter becomes terms, each remembering where it stood', () => {
  expect(parseSearch(String.raw` company.id:3, (name:*a b*|code<>\null ) ,endTime>=2026-01-01 00:00`)).toEqual([
    { path: 'company.id', at: 1, op: ':', operand: scalar('3', 12) },
    {
      any: [
        { path: 'name', at: 16, op: ':', operand: { kind: 'pattern', at: 21, keyword: 'a b', open: 'both' } },
        { path: 'code', at: 27, op: '<>', operand: scalar('null', 33) },
      ],
    },
    { path: 'endTime', at: 42, op: '>=', operand: scalar('2026-01-01 00:00', 51) },
  ])
  expect(parseSearch('hidden:[ false | null ]')).toEqual([
    { path: 'hidden', at: 0, op: ':', operand: { kind: 'set', at: 7, members: [{ text: 'false', at: 9 }], orNull: true } },
  ])
})

test.each(['', ' ', '   '])('nothing, or blanks only, is no filter: %j', text => expect(parseSearch(text)).toEqual([]))

test.each([
  ['name:a*', { keyword: 'a', open: 'end' }],
  ['name:*a', { keyword: 'a', open: 'start' }],
  [String.raw`name:*a\*b*`, { keyword: 'a*b', open: 'both' }],
  ['name:*:x*', { keyword: ':x', open: 'both' }],
  ['name:null*', { keyword: 'null', open: 'end' }],
  [String.raw`name:\:x*`, { keyword: ':x', open: 'end' }],
  ['name: a b *', { keyword: 'a b ', open: 'end' }],
  ['name:*a* ', { keyword: 'a', open: 'both' }],
])('%j is a keyword', (text, keyword) => expect(parseSearch(text)).toMatchObject([{ operand: keyword }]))

test.each([
  ['name:a:b<c>d=e', 'a:b<c>d=e'],
  [String.raw`name:\:a`, ':a'],
  [String.raw`name:a\,b\|c\(d\)e\[f\]g\*h\\i`, String.raw`a,b|c(d)e[f]g*h\i`],
  [String.raw`name:\ a\  `, ' a '],
  ['name:NULL', 'NULL'],
  ['name:null x', 'null x'],
  [String.raw`name:nul\l`, 'null'],
  ['name:a  b', 'a  b'],
  ['name:"a\'b"', '"a\'b"'],
  ['name:%_', '%_'],
  ['name:😀中', '😀中'],
])('%j is the text %j', (text, value) => expect(parseSearch(text)).toMatchObject([{ operand: { kind: 'value', value: { text: value } } }]))

test.each([
  ['a:1 b:2', 'accepted'],
  ['a :1', 'blankInField'],
  ['a. b:1', 'emptySegment'],
  ['1a:1', 'fieldExpected'],
  ['a.1:1', 'emptySegment'],
  ['äb:1', 'fieldExpected'],
  ['__proto__:1', 'fieldExpected'],
  ['a:(1)b:2', 'commaExpected'],
  ['(a:1)(b:2)', 'commaExpected'],
  ['a:1]', 'closer'],
  ['(a:1|b:2', 'closeExpected'],
  ['(a:1|)', 'emptyMember'],
  ['(|a:1)', 'emptyMember'],
  ['()', 'emptySet'],
  ['(', 'closeExpected'],
  ['a:[null|null]', 'bracketNeedsNull'],
  ['a:[1|2]', 'bracketNeedsNull'],
  ['a:[]', 'emptySet'],
  ['a:(1|2]', 'closer'],
  ['a:[1|null)', 'closer'],
  ['a:(1,2)', 'commaInside'],
  ['a:(,1)', 'commaInside'],
  ['a:(x*|y)', 'starInside'],
  ['a:x(y', 'reserved'],
  ['a:x[y', 'reserved'],
  ['a:*', 'emptyKeyword'],
  ['a:**x', 'starInside'],
  ['a:x**', 'starInside'],
  ['a:=x', 'valueStart'],
  ['a:(:x|y)', 'valueStart'],
  ['a:<x*', 'valueStart'],
  ['a>(1|2)', 'setOperator'],
  ['a<>[1|null]', 'bracketOperator'],
  ['a<>x*', 'starOperator'],
  ['a<null', 'nullOperator'],
  ['a<=null', 'nullOperator'],
  ['a:1,', 'termAfterComma'],
  ['a:1, ', 'termAfterComma'],
  ['a:1, ,b:2', 'emptyTerm'],
  ['\\', 'fieldExpected'],
  ['a:\\', 'loneEscape'],
])('%j: %s', async (text, reason) => {
  const refusal = await refusalOf(() => parseSearch(text))
  expect(refusal.reason ?? refusal.code).toBe(reason)
})

const controls = [...Array.from({ length: 32 }, (_, code) => code), 127]
test.each(controls)('control character %i has no place in a filter, escaped or not', async code => {
  const mark = String.fromCharCode(code)
  expect(await refusalOf(() => parseSearch(`a:x${mark}`))).toEqual({ code: 'search_malformed', position: 3, reason: 'control' })
  expect(await refusalOf(() => parseSearch(`a:x\\${mark}`))).toMatchObject({ reason: 'control' })
})

type Limit = 'characters' | 'terms' | 'members' | 'predicates' | 'valueLength'
const many = (count: number, text: string, by: string) => Array.from({ length: count }, () => text).join(by)
test.each([
  ['characters', 'a:x'.padEnd(limits.characters)],
  ['terms', many(limits.terms, 'a:1', ',')],
  ['members', `a:(${many(limits.members, '1', '|')})`],
  ['members', `a:[null|${many(limits.members - 1, '1', '|')}]`],
  ['predicates', `(${many(limits.predicates, 'a:1', '|')})`],
  ['valueLength', `a:${'x'.repeat(limits.value)}`],
  ['valueLength', `a:*${String.raw`\*`.repeat(limits.value)}*`],
] as [Limit, string][])('the most of %s is taken, one more is too long', async (reason, most) => {
  expect(parseSearch(most).length).toBeGreaterThan(0)
  const more = {
    characters: `${most} `,
    terms: `${most},a:1`,
    members: most.replace('1', '1|1'),
    predicates: most.replace('a:1', 'a:1|a:1'),
    valueLength: most.replace(/(x|\\\*)/, '$1x'),
  }
  expect(await refusalOf(() => parseSearch(more[reason]))).toMatchObject({ code: 'search_too_long', reason })
})

test('a second search in one query is refused, never half obeyed', async () => {
  expect(await refusalOf(() => parseSearch(['a:1', 'b:2']))).toEqual({ code: 'search_malformed', position: 0, reason: 'twice' })
  expect(parseSearch(['a:1'])).toHaveLength(1)
})

test('whatever is typed is either read or refused, with a place inside the text', async () => {
  const mark = fc.constantFrom(...'ab.:<>=()[]|,*\\ null12\u4e2d\u0001'.split(''), 'null', '<>', '>=')
  await fc.assert(
    fc.asyncProperty(fc.array(mark, { maxLength: 30 }), async marks => {
      const text = marks.join('')
      const { code, position } = await refusalOf(() => parseSearch(text))
      if (code === 'accepted') return
      expect(code).toMatch(/^search_(malformed|bad_operator)$/)
      expect(position).toBeGreaterThanOrEqual(0)
      expect(position).toBeLessThanOrEqual(text.length)
    }),
    { numRuns: 5000 },
  )
})
