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
    /** The service beside the card reader, on the user's own machine; absent where there is none. */
    deviceService?: string
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

/** The schemas of each domain of the contract, by the names that they are exported under (build/plain-contract.ts). */
declare module 'virtual:schemas' {
  const schemas: Readonly<Record<string, () => Promise<{ default: Readonly<Record<string, unknown>> }>>>
  export default schemas
}

/** Made by the build from the modules of each page (build/needs-of-pages.ts). */
declare module 'virtual:page-needs' {
  export const lists: Readonly<Partial<Record<string, () => Promise<typeof import('./kit/record-page.tsx')>>>>
}

/** For each page the file of its words in that language. */
declare module 'virtual:word-files/*' {
  const files: Readonly<Partial<Record<string, () => Promise<{ default: import('./i18n/index.ts').Tree }>>>>
  export default files
}
