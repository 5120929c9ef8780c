import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

type Bundle = Readonly<Record<string, Rolldown.OutputAsset | Rolldown.OutputChunk>>

/** A chunk with all that it brings before it runs, its styles among it. */
function withAll(bundle: Bundle, name: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[name]
  if (chunk?.type !== 'chunk' || found.has(name)) return found
  found.add(name)
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style)
  for (const other of chunk.imports) withAll(bundle, other, found)
  return found
}

/** By language, the files of the first words and those of home, without what the page names itself. */
function firstFiles(bundle: Bundle) {
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  const named = chunks.filter(({ isEntry }) => isEntry).reduce((all, { fileName }) => withAll(bundle, fileName, all), new Set<string>())
  const files = (...names: string[]) => {
    // The words of a page are named by what they are made of (build/needs-of-pages.ts).
    const wanted = chunks.filter(({ name, facadeModuleId }) => names.includes(name) || names.some(each => facadeModuleId === `\0${each}`))
    if (wanted.length < names.length) throw new Error(`index.html asks for files that are not built: ${names.join(', ')}`)
    const all = wanted.reduce((found, { fileName }) => withAll(bundle, fileName, found), new Set<string>())
    return [...all.difference(named)].map(file => `/${file}`)
  }
  return {
    zh: { first: files('words-zh', 'zh_CN'), home: files('virtual:words/zh/home', 'home-page') },
    en: { first: files('words-en', 'en_GB'), home: files('virtual:words/en/home', 'home-page') },
  }
}

/** Writes src/begin.ts into index.html, where `<!-- begin -->` stands. The server lets it run by its hash (web-files.ts). */
export const beginScript = (target: string[]): Plugin => ({
  name: 'begin-script',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle = {} }) {
      const none = { first: [], home: [] }
      const files = Object.keys(bundle).length > 0 ? firstFiles(bundle) : { zh: none, en: none }
      const made = await build({
        configFile: false,
        root: import.meta.dirname,
        logLevel: 'warn',
        define: { __FIRST_FILES__: JSON.stringify(files), __REVISION__: '""' },
        build: {
          write: false,
          target,
          rolldownOptions: { input: join(import.meta.dirname, 'src/begin.ts'), output: { format: 'iife' } },
        },
      })
      const { code } = (made as Rolldown.RolldownOutput).output[0]
      return html.replace('<!-- begin -->', () => `<script>${code.trim()}</script>`)
    },
  },
})
