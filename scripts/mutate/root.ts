import { dirname } from 'node:path'

/** The project's folder. */
export const root = dirname(dirname(import.meta.dirname))
