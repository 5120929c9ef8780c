import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { theme } from 'antd'
import { beforeAll, expect, test, vi } from 'vitest'
import { firstRules, hasOwnRoot, lastRules, rulesOf, variablesOf, type Style } from '../../build/antd-styles.ts'
import { callsIn, makers } from '../../build/style-calls.ts'
import { ThemeVariables } from '../../build/theme-variables.ts'
import { readInCode } from './built-theme.ts'
import { themeOf } from './theme.ts'
import { themeColors } from '../core/kept-settings.ts'

const library = resolve(import.meta.dirname, '../../../../node_modules/antd/es')
const read = (file: string) => readFileSync(join(library, file), 'utf8')

/** Some parts that the product uses, with all the ways in which the library makes styles. */
const parts = ['alert', 'button', 'date-picker', 'dropdown', 'form', 'grid', 'input', 'menu', 'modal', 'select', 'tabs', 'tooltip']
const styles: Style[] = parts
  .flatMap(part => globSync(`${part}/style/*.js`, { cwd: library }))
  .flatMap(path => callsIn(read(path)).map(({ maker, exported }) => ({ file: path.slice(0, -3), name: exported, kind: makers[maker] })))

const choices = (['light', 'dark'] as const).flatMap(light =>
  (['default', 'comfortable', 'compact'] as const).flatMap(density => themeColors.map(color => ({ light, density, color }))),
)

beforeAll(() => void vi.stubGlobal('matchMedia', () => ({ matches: false })))

test('the rules of the parts are the same in every light, colour and density: one file serves them all', () => {
  expect(styles.map(({ file, name }) => `${file} ${name}`)).toEqual(
    expect.arrayContaining(['grid/style/index useColStyle', 'menu/style/index default', 'button/style/compact default']),
  )
  const plain = rulesOf(styles)
  for (const start of ['.ant-alert', '.ant-btn', '.ant-picker', '.ant-dropdown', '.ant-menu', '.ant-modal', '.ant-select', '.ant-tooltip'])
    expect(plain).toContain(`${start}{`)
  expect(rulesOf(styles, themeOf('#F5222D', true, 'compact', true))).toBe(plain)
  expect(rulesOf(styles, themeOf('#11A983', false, 'comfortable', false))).toBe(plain)
})

test('which parts have a class of their own at their root is as their code says', () => {
  const said = styles.flatMap(({ file, name }) => {
    const part = file.split('/')[0]!
    const imported = file.endsWith('/index') ? './style' : `./style/${file.split('/').at(-1)}`
    return globSync(`${part}/**/*.js`, { cwd: library }).flatMap(path => {
      const code = read(path)
      const local = name === 'default' ? new RegExp(`import (\\w+)[^;]* from '\\.?${imported}';`).exec(code)?.[1] : name
      const call = local && new RegExp(`\\b${local}\\(\\w+(, rootCls)?\\b`).exec(code)
      return call && path !== 'input/Group.js' ? [{ file, name, path, own: call[1] !== undefined }] : []
    })
  })
  expect(said.map(({ path }) => path)).toEqual(expect.arrayContaining(['button/Button.js', 'input/TextArea.js', 'select/index.js']))
  expect(said.filter(each => each.own !== hasOwnRoot(each))).toEqual([])
})

test('rules of links come before those of all parts, those of icons after them', () => {
  expect(firstRules()).toMatch(/\ba:hover\{/)
  expect(lastRules()).toMatch(/^\.anticon\{/)
  expect(rulesOf(styles)).not.toMatch(/\}(a|\.anticon)\{/)
})

/** As a browser finds them: of all rules that fit, each variable is what the most particular one says. */
function seen(sheet: string, chosen: Readonly<Record<string, string>>, still: boolean): Map<string, string> {
  const found = new Map<string, { value: string; weight: number }>()
  const moving = sheet.replaceAll(/@media \(prefers-reduced-motion:reduce\)\{([^}]*\})\}/g, still ? '$1' : '')
  for (const [, selector = '', body = ''] of moving.matchAll(/([^{}]+)\{([^}]*)\}/g)) {
    const wanted = [...selector.matchAll(/\[data-(\w+)="([^"]*)"\]/g)]
    if (!wanted.every(([, by, value]) => chosen[by!] === value)) continue
    const part = selector.startsWith('.app.') ? `${selector} ` : ''
    for (const [, name, value] of body.matchAll(/(--[\w-]+):([^;]*);/g))
      if ((found.get(part + name)?.weight ?? 0) <= wanted.length) found.set(part + name, { value: value!, weight: wanted.length })
  }
  const resolved = (value: string): string =>
    value.replaceAll(/var\((--c\d+)\)/g, (_whole, name: string) => resolved(found.get(name)!.value))
  return new Map([...found].map(([name, { value }]) => [name, resolved(value)]))
}

test('each theme of the settings has the variables that the library would make for it', () => {
  const every = new Set([...variablesOf(themeOf('#409EFF', false, 'default'), styles).keys()].map(key => key.split(' ').at(-1)!))
  const variables = new ThemeVariables(styles, every)
  const sheet = variables.ofTheme() + variables.of(styles)
  for (const still of [false, true])
    for (const { light, density, color } of choices) {
      const there = seen(sheet, { theme: light, density, color: color.slice(1).toLowerCase() }, still)
      const made = variablesOf(themeOf(color, light === 'dark', density, still), styles)
      expect([...made].filter(([name, value]) => there.get(name) !== value)).toEqual([])
    }
})

test('a part that has a colour of its own has it for itself: what stands within it is as everywhere', () => {
  const variables = new ThemeVariables(styles, new Set(['--ant-color-text-disabled']))
  expect(variables.ofTheme()).toMatch(/\}\.app\{--ant-color-text-disabled:var\(--c\d+\);\}/)
  expect(variables.of(styles)).toMatch(/\.app\.ant-select-css-var\{--ant-color-text-disabled:var\(--c\d+\);\}/)
})

test('a variable that nothing mentions is left out', () => {
  const variables = new ThemeVariables([], new Set(['--ant-color-link']))
  expect(variables.ofTheme()).toContain('--ant-color-link:')
  expect(variables.ofTheme()).not.toContain('--ant-blue-1:')
})

test('what parts read of a theme in their code is what the theme says', () => {
  for (const { light, density, color } of choices) {
    const made = theme.getDesignToken(themeOf(color, light === 'dark', density, false))
    expect(made).toMatchObject(readInCode(light === 'dark', density))
  }
})

/** Parts that no page draws. */
const undrawn = /^(border-beam|color-picker|listy|qr-code|table|tour|tree|tree-select|watermark)\//

test('all that parts read of a theme in their code is given to them', () => {
  const given = new Set([...Object.keys(readInCode(false, 'default')), ...Object.keys(theme.defaultSeed)])
  const asked = globSync('**/*.js', { cwd: library })
    .filter(path => !/(^|\/)(style|theme)\//.test(path) && !undrawn.test(path))
    .flatMap(path => {
      const code = read(path)
      if (!/\buseToken\(\)/.test(code)) return []
      const taken = [...code.matchAll(/const \{([^}]*)\} = token;/g)].flatMap(([, names]) => names!.split(',').map(name => name.trim()))
      return [...code.matchAll(/\btoken\??\.(\w+)/g)].map(([, name]) => name!).concat(taken)
    })
  // Whose names are put together.
  asked.push(...Object.keys(theme.getDesignToken()).filter(name => /^screen[A-Z]/.test(name)))
  expect(asked).toContain('controlHeight')
  expect([...new Set(asked)].filter(name => !given.has(name))).toEqual([])
})
