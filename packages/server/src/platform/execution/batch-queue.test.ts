import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { BatchQueue } from './batch-queue.ts'

/** A queue whose batches end when they are told to. */
function scene() {
  const running: { batch: string[]; end: () => void }[] = []
  const queue = new BatchQueue<string>(batch => new Promise<void>(end => running.push({ batch, end })))
  const sizes = async () => {
    await turn()
    return running.map(({ batch }) => batch.length)
  }
  return { queue, running, sizes }
}

test('who comes alone begins at once, although three others are under way; a fifth waits', async () => {
  const { queue, running, sizes } = scene()
  for (const tenant of ['a', 'b', 'c', 'd', 'e']) {
    queue.add(tenant, tenant)
    await turn()
  }
  expect(await sizes()).toEqual([1, 1, 1, 1])
  running[0]!.end()
  await turn()
  expect(await sizes()).toEqual([1, 1, 1, 1, 1])
})

test('where many wait, two batches run at a time, so that they grow', async () => {
  const { queue, sizes } = scene()
  for (const tenant of ['a', 'b', 'c', 'd']) for (let nth = 0; nth < 15; nth++) queue.add(tenant, `${tenant}${nth}`)
  expect(await sizes()).toEqual([15, 15])
})

test('calls of a tenant that come while one of its is under way go together', async () => {
  const { queue, running, sizes } = scene()
  queue.add('a', 'first')
  expect(await sizes()).toEqual([1])
  for (const item of ['second', 'third', 'fourth']) queue.add('a', item)
  expect(await sizes()).toEqual([1])
  running[0]!.end()
  await turn()
  expect(await sizes()).toEqual([1, 3])
})
