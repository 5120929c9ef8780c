import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'

// The memory is tidied when it has grown by a third, not when it has doubled: a long export leaves a server as small as it was.
setFlagsFromString('--heap-growing-percent=30')
// What was compiled at an earlier start is read and not compiled again; where the folder cannot be written, each start compiles.
enableCompileCache(resolve(import.meta.dirname, '../../../.cache/compiled'))
await import('./start.ts')
