import { allows, jobActs, jobs } from '@forecourt/contract'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { crud } from '../../platform/execution/crud.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import type { Module } from '../../platform/module.ts'

/** A job that the caller sees, locked until the transaction ends. @throws notFound */
async function jobForUpdate({ tx, scope }: Ctx, id: number) {
  await getOf(tx, jobs, id, [], scope)
  return tx.selectFrom('job').where('id', '=', id).forUpdate().selectAll().executeTakeFirstOrThrow()
}

/** @throws notFound, job.underWay, job.asked */
const again = handle(jobs.again, async (ctx, { id }) => {
  const { state, task, key, companyId } = await jobForUpdate(ctx, id)
  if (!allows(jobActs.again, state)) refuse('job.underWay', { id })
  const other = await ctx.tx
    .selectFrom('job')
    .where('companyId', '=', companyId)
    .where('task', '=', task)
    .where('key', '=', key)
    .where('state', '=', 'waiting')
    .where('id', '<>', id)
    .select('id')
    .executeTakeFirst()
  if (other) refuse('job.asked', { id: other.id })

  const begin = { state: 'waiting', attempts: 0, runDate: ctx.now, finishedDate: null }
  await ctx.tx.updateTable('job').set(begin).where('id', '=', id).execute()
  ctx.audit('job.again', `jobs:${id}`, { name: task }, companyId)
  return { id }
})

/** @throws notFound, job.underWay */
const cancel = handle(jobs.cancel, async (ctx, { id }) => {
  const { state, task, companyId } = await jobForUpdate(ctx, id)
  if (!allows(jobActs.cancel, state)) refuse('job.underWay', { id })

  await ctx.tx.updateTable('job').set({ state: 'cancelled', finishedDate: ctx.now }).where('id', '=', id).execute()
  ctx.audit('job.cancel', `jobs:${id}`, { name: task }, companyId)
  return { id }
})

export const job = { name: 'job', handlers: [...crud(jobs), again, cancel] } satisfies Module
