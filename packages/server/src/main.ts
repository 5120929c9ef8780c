import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'

// What was compiled at an earlier start is read and not compiled again; where the folder cannot be written, each start compiles.
enableCompileCache(resolve(import.meta.dirname, '../../../.cache/compiled'))
await import('./start.ts')
