import { close, preview } from './close.ts'
import { readHandlers } from './reads.ts'

export const handlers = [...readHandlers, preview, close]
