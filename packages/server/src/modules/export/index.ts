import type { Handler } from '../../platform/execution/command.ts'
import { ask } from './ask.ts'
import { file, get, list, remove } from './fetch.ts'
import { writeExport } from './write.ts'

export { sweepExports } from './fetch.ts'

export const handlers: readonly Handler[] = [list, get, remove, ask, file]
export const tasks = [writeExport]
