import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { firstRules, lastRules, rulesOf, type Style } from './antd-styles.ts'
import { callsIn, makers } from './style-calls.ts'
import { ThemeVariables } from './theme-variables.ts'

const src = resolve(import.meta.dirname, '../src')
const library = '/node_modules/antd/es/'
/** The rules that stand after those of all parts of the library, and before all of our own. */
const last = '/antd-last.css'

/** What the shell is drawn with until the library's own parts have come (kit/soon.tsx): their rules come with the first page. */
const early = /^(menu|dropdown)\/style\/index$/

/** What a part is given in place of what makes its style: the classes that the library would answer. */
const answers: Readonly<Record<keyof typeof makers, string>> = {
  genStyleHooks: "(() => ['', 'app'])",
  genComponentStyleHook: "(() => '')",
  genSubStyleComponent: '(() => null)',
}

/** Modules of the library that make styles, and those that stand in their place. */
const inPlace: Readonly<Record<string, (code: string) => string>> = {
  'theme/util/genStyleUtils.js': code =>
    `${Object.keys(makers)
      .map(name => `export const ${name} = undefined`)
      .join('\n')}\n${code.slice(code.indexOf('export const genCssVar'))}`,
  'theme/useToken.js': () => `
    import { useContext } from 'react'
    import { DesignTokenContext } from './context'
    export const unitless = {}
    export default function useToken() {
      const { token } = useContext(DesignTokenContext)
      return [{}, token, '', token, { prefix: 'ant', key: 'app' }, true]
    }`,
  'theme/util/useResetIconStyle.js': () => 'export default () => undefined',
  'theme/themes/default/theme.js': () => 'export default {}',
}
const cssinjs = '\0styles-as-files/cssinjs'
const withoutCssinjs = `
  import { createContext } from 'react'
  export const createTheme = () => ({})
  export const getComputedToken = () => ({})
  export const StyleContext = createContext({})
  export const unit = value => (typeof value === 'number' ? value + 'px' : value)
  export const useStyleRegister = () => undefined
  export class Keyframes {}
`

/** All variables that our own styles and code mention. */
function mentionedBySource(): string[] {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(name => /\.(css|tsx?)$/.test(name))
  return files.flatMap(name => [...readFileSync(join(src, name), 'utf8').matchAll(/--ant-[\w-]+/g)].map(([name]) => name))
}

/**
 * The styles of the library are made once, while the product is built, and come as files beside the code of the parts that they belong to;
 * what makes them in a browser is left out. @source docs/adr/0050
 */
export function stylesAsFiles(): Plugin {
  /** By module, the styles that it makes. */
  const styles = new Map<string, readonly Style[]>()
  let variables: ThemeVariables | undefined
  const learn = () => {
    const every = [...styles.values()].flat()
    const mentioned = [...rulesOf(every).matchAll(/--ant-[\w-]+/g)].map(([name]) => name)
    return new ThemeVariables(every, new Set([...mentioned, ...mentionedBySource()]))
  }
  return {
    name: 'styles-as-files',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source === last) return last
      return source === '@ant-design/cssinjs' && importer?.includes(library) ? cssinjs : undefined
    },
    load: id => (id === last ? lastRules() : id === cssinjs ? withoutCssinjs : undefined),
    transform(code, id) {
      if (id === join(src, 'main.tsx')) return { code: `import ${JSON.stringify(last)}\n${code}`, map: null }
      const path = id.split(library)[1]
      if (path === undefined) return undefined
      if (inPlace[path]) return { code: inPlace[path](code), map: null }
      if (!/(^|\/)style(\/|\.js$)/.test(path)) return undefined
      const calls = callsIn(code)
      if (calls.length === 0) return undefined
      const file = path.replace(/\.js$/, '')
      styles.set(
        id,
        calls.map(({ maker, exported }) => ({ file, name: exported, kind: makers[maker] })),
      )
      const without = calls
        .toReversed()
        .reduce((text, { start, end, maker }) => text.slice(0, start) + answers[maker] + text.slice(end), code)
      return { code: without, map: null }
    },
    renderChunk(_code, { name, modules, viteMetadata }) {
      const isFirst = Object.keys(modules).some(id => id.endsWith(`${library}config-provider/index.js`))
      const own = Object.entries(modules)
        .flatMap(([id, { renderedExports }]) => (styles.get(id) ?? []).filter(({ name: exported }) => renderedExports.includes(exported)))
        .filter(({ file }) => !early.test(file))
      if (isFirst) own.push(...[...styles.values()].flat().filter(({ file }) => early.test(file)))
      if (own.length === 0 && !isFirst) return null
      variables ??= learn()
      const source = [isFirst ? variables.ofTheme() + firstRules() : '', variables.of(own), rulesOf(own)].join('')
      const reference = this.emitFile({ type: 'asset', name: `antd-${name.startsWith('shared') ? 'part' : name}.css`, source })
      viteMetadata!.importedCss.add(this.getFileName(reference))
      return null
    },
  }
}
