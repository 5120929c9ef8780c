import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(src, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
const selectorsOf = (list: string) => list.split(',').map(each => each.trim().replaceAll(/\s+/g, ' '))

test('whatever has a mixed colour has a plain one for browsers that cannot mix', () => {
  const mixed = globSync('**/*.css', { cwd: src })
    .filter(path => path !== 'app/older.css')
    .flatMap(path => [...read(path).matchAll(/([^{}]+)\{[^{}]*color-mix\(/g)].flatMap(([, list]) => selectorsOf(list!)))
  const plain = [...read('app/older.css').matchAll(/([^{}]+)\{[^{}]*background:/g)].flatMap(([, list]) => selectorsOf(list!))
  expect(mixed.length).toBeGreaterThan(5)
  expect(mixed.map(each => `body.app ${each}`).filter(each => !plain.includes(each))).toEqual([])
})

test('no colour is mixed in code, where no style for older browsers reaches', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter(path => !path.endsWith('.test.ts'))
  expect(files.filter(path => readFileSync(join(src, path), 'utf8').includes('color-mix('))).toEqual([])
})
