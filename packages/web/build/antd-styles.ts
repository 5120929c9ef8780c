import { createRequire } from 'node:module'
import { createCache, extractStyle, StyleProvider } from '@ant-design/cssinjs'
import { ConfigProvider, type ThemeConfig } from 'antd'
import { createElement, type ComponentType } from 'react'
import { renderToString } from 'react-dom/server'

/** A style of the library: which file makes it, as `select/style/index`, and under which name. */
export interface Style {
  readonly file: string
  readonly name: string
  readonly kind: 'hook' | 'element'
}

/** What the classes of a part begin with, where it is not called as its folder is. */
const prefixes: Readonly<Record<string, string>> = {
  '_util/wave/style': 'wave',
  'button/style/compact': 'btn',
  'button/style/index': 'btn',
  'date-picker/style/index': 'picker',
  'grid/style/index useColStyle': 'col',
  'grid/style/index useRowStyle': 'row',
  'input/style/otp': 'otp',
  'input/style/search': 'input-search',
  'layout/style/sider': 'layout-sider',
  'space/style/addon': 'space-addon',
  'space/style/compact': 'space-compact',
}
/** Parts that name their root by a class of its own, by which some of their rules go. */
const withOwnRoot = new RegExp(
  [
    '^(checkbox|date-picker|dropdown|form|menu|message|modal|notification|radio|select|tabs|tooltip)/',
    '^input/style/(index default|textarea)',
  ].join('|'),
)
export const hasOwnRoot = ({ file, name }: Pick<Style, 'file' | 'name'>): boolean => withOwnRoot.test(`${file} ${name}`)
/** Styles of parts that stand in documentation only, and of the frames of a theme that is not ours (`wireframe`). */
const unused = /PurePanelStyle$|^pagination\/style\/bordered/

const require = createRequire(import.meta.url)

type Hook = (prefix: string, root: string) => unknown
interface Found {
  readonly [name: string]: unknown
}

/** Draws nothing, and has the library make a style as the part itself does. */
function probeOf({ file, name, kind }: Style) {
  const made = (require(`antd/lib/${file}.js`) as Found)[name]
  const prefix = `ant-${prefixes[`${file} ${name}`] ?? prefixes[file] ?? file.split('/')[0]}`
  const root = hasOwnRoot({ file, name }) ? `${prefix}-css-var` : prefix
  if (kind === 'element') return createElement(made as ComponentType<{ prefixCls: string }>, { prefixCls: prefix })
  const useStyle = made as Hook
  return createElement(function Probe() {
    useStyle(prefix, root)
    return null
  })
}

const inner = { cssVar: { key: 'app' }, hashed: false } satisfies ThemeConfig

/** What the library would put into the browser for these styles. */
function make(styles: readonly Style[], theme: ThemeConfig) {
  const cache = createCache()
  const probes = styles.filter(({ file, name }) => !unused.test(`${file} ${name}`)).map(probeOf)
  renderToString(createElement(StyleProvider, { cache }, createElement(ConfigProvider, { theme: { ...theme, ...inner } }, ...probes)))
  return cache
}

/** Where the library keeps what it has made: the rules of every part, and those of links and icons, which several parts make. */
const ofAll = 'style%%Shared%'
const ofIcons = 'style%%ant-design-icons%'

function rules(styles: readonly Style[], wanted: (key: string) => boolean, theme: ThemeConfig): string {
  const cache = make(styles, theme)
  for (const key of cache.cache.keys()) if (!wanted(key)) cache.cache.delete(key)
  // The last rule tells the library in a browser what is there already.
  return extractStyle(cache, { plain: true, types: ['style'] }).replace(/\.data-ant-cssinjs-cache-path\{[^}]*\}/, '')
}

/**
 * The rules of these styles as the library would make them in the browser. Values are variables, which the theme gives; the rules
 * themselves are the same in every theme (antd-styles.test.ts).
 */
export const rulesOf = (styles: readonly Style[], theme: ThemeConfig = {}): string =>
  rules(styles, key => !key.startsWith(ofAll) && !key.startsWith(ofIcons), theme)

/** The rules that stand before those of all parts. */
export function firstRules(): string {
  const { iconStyles } = require('@ant-design/icons/lib/renderUtils') as { iconStyles: string }
  return iconStyles + rules([{ file: 'button/style/index', name: 'default', kind: 'hook' }], key => key.startsWith(ofAll), {})
}

/** The rules that stand after those of all parts. */
export const lastRules = (): string => rules([], key => key.startsWith(ofIcons), {})

/** In what is kept of a theme's variables, and of a part's, the place of their text. */
const textAt = { token: 3, cssVar: 1 } as const

function variablesIn(cache: ReturnType<typeof make>, kind: keyof typeof textAt) {
  const texts = [...cache.cache]
    .filter(([key]) => key.startsWith(`${kind}%`))
    .map(([, [, made]]) => String((made as unknown[])[textAt[kind]]))
  return texts.flatMap(text => {
    const [selector = ''] = text.split('{')
    return [...text.matchAll(/(--[\w-]+):([^;]*);/g)].map(([, name, value]) => ({ selector, name: name!, value: value! }))
  })
}

/**
 * The variables that the library would make in the browser: those of a theme, and those of these parts in it. A part that has its own
 * value of what the theme says has it by its selector: `.app.ant-select-css-var --ant-color-text-disabled`.
 */
export function variablesOf(theme: ThemeConfig, styles: readonly Style[]): Map<string, string> {
  const cache = make(styles, { ...theme, zeroRuntime: true })
  const found = new Map(variablesIn(cache, 'token').map(({ name, value }) => [name, value]))
  const ofTheme = new Set(found.keys())
  for (const { selector, name, value } of variablesIn(cache, 'cssVar')) found.set(ofTheme.has(name) ? `${selector} ${name}` : name, value)
  return found
}
