import { dice } from '../testing/sampling.ts'

/** Ids that no record has and no careful client sends. */
export const badIds = [
  '0',
  '-1',
  '+1',
  '00012',
  '1.5',
  '1e3',
  '0x10',
  'NaN',
  'null',
  'undefined',
  'true',
  '%20',
  '1%20',
  '%EF%BC%91',
  '%D9%A1',
  '9007199254740992',
  '9007199254740993',
  '9223372036854775808',
  '99999999999999999999999999',
  '1,2',
  '1;select%201',
  "1'--",
  '%00',
  '1%00',
  '%0d%0aSet-Cookie:a=b',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '__proto__',
  'constructor',
  '%F0%9F%9A%97',
  '9'.repeat(500),
]

/** Fields of somebody else's making, beside those that the call takes. */
export const foreignKeys: readonly (readonly [string, string])[] = [
  ['__proto__', '{"admin":true}'],
  ['constructor', '{"prototype":{"admin":true}}'],
  ['prototype', '{}'],
  ['toString', '"x"'],
  ['hasOwnProperty', 'true'],
  ['id', '1'],
  ['Id', '1'],
  ['companyId', '1'],
  ['company_id', '1'],
  ['company', '{"id":1}'],
  ['stationIds', '[1]'],
  ['version', '99'],
  ['role', '"superAdmin"'],
  ['roles', '[{"defaultRole":"superAdmin"}]'],
  ['permissions', '["audit.read"]'],
  ['status', '"success"'],
  ['createdBy', '1'],
  ['createdDate', '"2020-01-01T00:00:00Z"'],
  ['valueCents', '1000000'],
  ['value', '1000000'],
  ['lockValue', '1'],
  ['passwordHash', '"x"'],
  ['', '1'],
  ['a.b', '1'],
  ['$where', '"1"'],
  ['ｎａｍｅ', '"x"'],
]

interface Body {
  readonly what: string
  readonly refused: boolean
  readonly payload: string | Buffer
  readonly headers?: Record<string, string>
}

const typed = (type: string) => ({ 'content-type': type })
const many = (count: number) => `{${Array.from({ length: count }, (_, at) => `"k${at}":${at}`).join(',')}}`

const otherTypes = [
  'text/plain',
  'text/json',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'application/jsonp',
  'x',
  '*/*',
  'application/json, text/plain',
]

/** Whole bodies that are not what they should be; `good` is what the call would take. */
export function bodies(good: string): Body[] {
  const broken = [
    '{',
    '}',
    '[',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{a:1}',
    "{'a':1}",
    '[1,]',
    '{"a":1}{"a":1}',
    'nul',
    'undefined',
    '\u0000',
    '//x\n{}',
    `${good}x`,
    good.slice(0, -1),
    '{"a":"\u0001"}',
    '['.repeat(100_000),
    '{"a":'.repeat(100_000),
  ]
  const others = ['[]', '"text"', '7', 'true', '[[]]', '['.repeat(10_000) + ']'.repeat(10_000), `[${good}]`, many(10_000)]
  const twice = good === '{}' ? '{"a":1,"a":2}' : good.replace(/^\{("(?:[^"\\]|\\.)*"):/, '{$1:null,$1:')
  const escaped = twice.replace(/^\{"(.)/, (_, first: string) => `{"\\u00${first.charCodeAt(0).toString(16)}`)
  return [
    ...broken.map(payload => ({ what: `broken ${payload.slice(0, 30)}`, refused: true, payload })),
    ...(good === '{}' ? [] : others.map(payload => ({ what: `other ${payload.slice(0, 30)}`, refused: true, payload }))),
    { what: 'a field twice', refused: true, payload: twice },
    { what: 'a field twice, once in disguise', refused: true, payload: escaped },
    { what: 'five megabytes', refused: true, payload: `{"a":"${'x'.repeat(5_000_000)}"}` },
    { what: 'bytes that are no UTF-8', refused: true, payload: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]) },
    {
      what: 'an overlong slash',
      refused: true,
      payload: Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
    },
    { what: 'UTF-16', refused: true, payload: Buffer.from(good, 'utf16le') },
    {
      what: 'UTF-16 and says so',
      refused: true,
      payload: Buffer.from(good, 'utf16le'),
      headers: typed('application/json; charset=utf-16le'),
    },
    { what: 'says it is GBK', refused: true, payload: good, headers: typed('application/json; charset=gbk') },
    { what: 'says it is packed', refused: true, payload: good, headers: { 'content-encoding': 'gzip' } },
    ...otherTypes.map(type => ({ what: `as ${type}`, refused: true, payload: good, headers: typed(type) })),
    {
      what: 'XML',
      refused: true,
      payload: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
      headers: typed('application/xml'),
    },
  ]
}

/** Queries besides the search: parameter (`?` for any call that has some), text, whether it must be refused. */
export const queries: readonly (readonly [string, string, boolean])[] = [
  ...['-1', '1.5', '1e10', 'NaN', 'Infinity', 'x', '99999999999999999999', '0x', '%00', '１', '1,2', '[1]', '1;2'].map(
    value => ['page', `page=${value}`, true] as const,
  ),
  ...['0', '-1', '501', '1.5', '1e10', 'NaN', 'x', '%EF%BC%91', 'null', '%27'].map(value => ['size', `size=${value}`, true] as const),
  ...['page=1&page=2', 'page[]=1', 'page[a]=1', 'page.x=1'].map(text => ['page', text, true] as const),
  ...[
    'noSuch',
    'id,up',
    'id,asc,desc',
    ',',
    'id;desc',
    '-id',
    'id desc',
    '(id)',
    '__proto__',
    'constructor,asc',
    'id%00',
    '1',
    "id'--",
    'x'.repeat(300),
  ].map(value => ['sort', `sort=${value}`, true] as const),
  ['sort', 'sort=id&sort=id&sort=id&sort=id&sort=id&sort=id', true],
  ...['noSuch', '__proto__', 'constructor', 'a.b.c.d.e.f.g', '*', '..', '%00', "x'", 'toString'].map(
    value => ['expand', `expand=${value}`, true] as const,
  ),
  ['expand', `expand=${'company,'.repeat(1000)}x`, true],
  ['from', 'from=future', true],
  ['from', 'from=history&from=history', true],
  ['?', '__proto__=1', true],
  ['?', '__proto__[admin]=1', true],
  ['?', 'constructor=1', true],
  ['?', 'noSuchParameter=1', true],
  ['?', '%00=1', true],
  ['?', '=', true],
  ['?', '%=1', true],
  ['?', '%ff=1', true],
  ['?', '&&&', false],
  ['?', Array.from({ length: 2000 }, (_, at) => `a${at}=1`).join('&'), true],
]

const marks = [
  'id',
  'name',
  ':',
  '>',
  '<',
  '<>',
  ',',
  '(',
  ')',
  '|',
  '[',
  ']',
  '*',
  '\\',
  '.',
  '-',
  ' ',
  '=',
  'null',
  '1',
  '0',
  '宽',
  "'",
  '"',
  '%',
  '\t',
]
/** The grammar's own marks, thrown together. */
function jumbled(count: number): string[] {
  const roll = dice(count)
  const mark = () => marks[Math.floor(roll() * marks.length)]!
  return Array.from({ length: count }, () => Array.from({ length: 1 + Math.floor(roll() * 12) }, mark).join(''))
}

const malformed = [
  ':',
  'id',
  'id:',
  ',',
  'id:1,',
  'id:1,,id:2',
  '(',
  ')',
  'id:(',
  'id:(1',
  'id:1)',
  'id:[1',
  'id:[1|null',
  'id:((1|2)',
  'id>>1',
  'id<>',
  'id:1 or 1=1',
  'id:\u0000',
  'id:NaN',
  'id:1e3',
  'id:0x10',
  'id:１',
  'id:99999999999999999999999',
  'id:1.5',
  '\\',
  'id:\\',
  'noSuchField:1',
  '__proto__:1',
  'constructor:1',
  'company.passwordHash:1',
  'a.b.c.d.e.f.g.h:1',
  `id:${'('.repeat(500)}1${')'.repeat(500)}`,
  `id:(${Array.from({ length: 5000 }, (_, at) => at + 1).join('|')})`,
  `${'id:1,'.repeat(3000)}id:1`,
]
const borne = ['id:1', 'id<>null', 'id>0', 'id:(1|2)', 'id:[1|null]']
const values = [
  'x',
  'null',
  '*x*',
  '*',
  '**',
  '%',
  '_',
  "'",
  '\\*',
  '0000-01-01',
  '2026-02-30',
  '9'.repeat(30),
  '-0',
  '1e308',
  'true',
  '(a|b)',
  '[a|null]',
]

/** Searches: text, whether it must be refused. */
export function searches(fields: readonly string[]): (readonly [string, boolean])[] {
  return [
    ...malformed.map(search => [search, true] as const),
    ...[...borne, ...jumbled(200)].map(search => [search, false] as const),
    ...fields.flatMap(field =>
      values.flatMap(value => [':', '>', '<', '<>'].map(operator => [`${field}${operator}${value}`, false] as const)),
    ),
  ]
}
