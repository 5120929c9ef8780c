/// <reference types="vite/client" />

/** The revision it was built from; empty outside a repository. */
declare const __REVISION__: string

/** What a deployment may set before the page starts, without a build of its own. @source decisions.md C6 */
interface Window {
  /** What index.html has begun before this page's code was there. */
  begun?: import('./core/first-request.ts').Begun
  forecourt?: {
    language?: 'zh' | 'en'
    profile?: 'standard' | 'local'
    dataScreen?: boolean
    /** Added to every call that asks for a sum. @source spec 0 §7 */
    searchFrom?: 'history'
    filingNumber?: string
  }
}

/** Name, version and licence of every library that is part of the product. */
declare module 'virtual:libraries' {
  const libraries: readonly (readonly [name: string, version: string, license: string])[]
  export default libraries
}
declare module '*.md?raw' {
  const text: string
  export default text
}

/** Made by the build from the modules of each page (build/needs-of-pages.ts). */
declare module 'virtual:page-needs' {
  type Words = () => Promise<{ default: import('./i18n/index.ts').Tree }>
  export const words: Readonly<Record<'zh' | 'en', Readonly<Partial<Record<string, Words>>>>>
  export const lists: Readonly<Partial<Record<string, () => Promise<typeof import('./kit/record-page.tsx')>>>>
}
