import type { z } from 'zod'
import type { Ctx } from '../execution/command.ts'

/** A run of a job, for work that takes more than one transaction. */
export interface Job {
  readonly id: number
  readonly companyId: number
  /** The first run is 1. */
  readonly attempt: number
  /** Whether it stands as failed if this run fails. */
  readonly last: boolean
  /** The server ends: what has not begun need not begin. */
  readonly signal: AbortSignal | undefined
  /** One transaction in the company's scope, as the system; audit entries, events and further jobs are committed with it. */
  within<T>(action: (ctx: Ctx) => Promise<T>): Promise<T>
}

/** What can be done later. A module lists its own; `ctx.job(name, payload)` asks for it. */
export interface Task {
  readonly name: string
  readonly payload: z.ZodType
  readonly attemptsMax: number
  /** Runs in the transaction that ends the job: committed exactly once. */
  readonly action?: (ctx: Ctx, payload: any) => Promise<void>
  /** In transactions of its own. It may come again after any of them, and must know what it did. */
  readonly work?: (job: Job, payload: any) => Promise<void>
}

interface TaskOptions {
  /** Runs before it stands as failed. */
  attemptsMax?: number
}

/** A task that is one action: its writes and its completion are one transaction. */
export const task = <S extends z.ZodType>(
  name: string,
  payload: S,
  action: (ctx: Ctx, payload: z.output<S>) => Promise<void>,
  { attemptsMax = 10 }: TaskOptions = {},
): Task => ({ name, payload, action: action, attemptsMax })

/** A task that takes long, or reaches outside the database: nothing is held while it waits. */
export const longTask = <S extends z.ZodType>(
  name: string,
  payload: S,
  work: (job: Job, payload: z.output<S>) => Promise<void>,
  { attemptsMax = 10 }: TaskOptions = {},
): Task => ({ name, payload, work, attemptsMax })
