/// <reference types="vite/client" />

/** The revision it was built from; empty outside a repository. */
declare const __REVISION__: string

/** What a deployment may set before the page starts, without a build of its own. @source decisions.md C6 */
interface Window {
  forecourt?: {
    language?: 'zh' | 'en'
    profile?: 'standard' | 'local'
    dataScreen?: boolean
    filingNumber?: string
  }
}
