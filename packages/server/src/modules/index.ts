import type { Handler } from '../platform/command.ts'

/** Every module the server speaks for, in the order they may lean on each other. */
export const handlers: readonly Handler[] = []
