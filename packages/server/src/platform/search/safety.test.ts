import { expect, test } from 'vitest'
import { refusalOf } from '../../testing/refusal-of.ts'
import { exampleRows } from '../../testing/search-examples.ts'
import { model } from '../../testing/search-model.ts'
import { searchWorld } from '../../testing/search-world.ts'

const { list, statements, owner } = await searchWorld(exampleRows)

const hidden = [
  'pin',
  'passwordHash',
  'note',
  'ghost',
  'ghost.id',
  'ghost.name',
  'tags',
  'password_hash',
  'constructor',
  'toString',
  'companyId.name',
]
test.each(hidden)('%s is neither searched, sorted by, nor reached through a relation, nor expanded', async path => {
  for (const search of [`${path}:null`, `${path}<>null`, `${path}:*1*`, `(name:x|${path}:1)`]) {
    expect(await refusalOf(() => list(model.users, { search }))).toMatchObject({ code: 'search_unknown_field', path })
  }
  expect(await refusalOf(() => list(model.userCards, { search: `user.${path}:null` }))).toMatchObject({ code: 'search_unknown_field' })
  expect(await refusalOf(() => list(model.users, { sort: path }))).toMatchObject({ code: 'search_unknown_field' })
  expect(await refusalOf(() => list(model.userCards, { sort: `user.${path}` }))).toMatchObject({ code: 'search_unknown_field' })
  expect(await refusalOf(() => list(model.users, { expand: [path] }))).toMatchObject({ code: 'expand.unknown' })
})

test('a declared list of things is shown, but nothing is compared with it', async () => {
  expect(await refusalOf(() => list(model.items, { search: 'tags:x' }))).toMatchObject({ code: 'search_unknown_field' })
})

// @req SEC-016
test.each([
  `' or '1'='1`,
  `'; drop table fx_order; --`,
  `x' union select pin from fx_user --`,
  `" or ""="`,
  `$1`,
  `$$;select 1;$$`,
  `/* */ -- #`,
  `%27%20or%201=1`,
  `E'\\\\x27'`,
  '\u2019 or 1=1',
  '\uFF07 or 1=1',
  '𝕊𝔼𝕃𝔼ℂ𝕋',
  '\u202Exyz',
  'a\u0301',
  '\uD800',
  '{1,2}',
  '{"a":1}',
  '1;select pg_sleep(9)',
  'x'.repeat(200),
])('%s is text and nothing else', async text => {
  await owner.query('update fx_station set name = $1 where id = 13', [text])
  const escaped = text.replaceAll(/[,|()[\]*\\:<>= ]/g, mark => `\\${mark}`)
  const kept = text === '\uD800' ? '\uFFFD' : text
  for (const search of [`name:${escaped}`, `name:*${escaped}*`, `name:(${escaped}|${escaped})`, `name:[${escaped}|null]`]) {
    const { content } = await list(model.stations, { search })
    expect(content).toMatchObject([{ id: 13, name: kept }])
  }
  expect(statements.every(statement => !statement.includes('union') && !statement.includes(text.length > 4 ? text : '\u0000'))).toBe(true)
  for (const path of [`name${escaped}`, escaped]) {
    expect((await refusalOf(() => list(model.stations, { sort: path }))).code).toMatch(/^search_/)
    expect((await refusalOf(() => list(model.stations, { expand: [path] }))).code).toBe('expand.unknown')
  }
  await owner.query(`update fx_station set name = '*star' where id = 13`)
})
