import type { Handler } from '../platform/command.ts'
import { handlers as access } from './access/index.ts'
import { handlers as forecourt } from './forecourt/index.ts'
import { handlers as goods } from './goods/index.ts'
import { handlers as org } from './org/index.ts'
import { handlers as shift } from './shift/index.ts'

/** Every module the server speaks for, in the order they may lean on each other. */
export const handlers: readonly Handler[] = [...access, ...org, ...forecourt, ...goods, ...shift]
