import { historyImports } from '@forecourt/contract'
import { expect, test, vi } from 'vitest'
import { proveEveryCompany } from '../../every-invariant.ts'
import { historyBooks } from '../../testing/history-books.ts'
import { askedOfHistory, historyScene, smallHistory } from '../../testing/history.ts'
import { runDueJobs } from '../../testing/jobs.ts'
import { incoming, kill, startInstance } from '../../testing/instances.ts'
import { drawn } from '../../testing/sampling.ts'
import { db, owned, setClock } from '../../testing/world.ts'
import { history as module } from './index.ts'

// Each instance is a process of its own; a machine that is busy takes its time.
vi.setConfig({ testTimeout: 900_000 })
const sales = 3000
/** Forty customers out of many buy at three stations, in turn, fuel and now and then a car wash with it. */
function history() {
  const rows = Array.from({ length: sales }, (_, at) => {
    const [customer, moment] = [at % 40, Math.floor(at / 3)]
    const two = (value: number) => String(value).padStart(2, '0')
    const clock = `2012-08-${two(1 + (moment % 28))},${two(moment % 24)}:${two(moment % 60)}:00`
    const [product, quantity] = at % 5 === 0 ? [11, 1] : [at % 2 ? 2 : 5, `${at % 70}.5`]
    return `${at},${clock},${customer},55${1000 + customer},${1 + (at % 3)},${product},${quantity},${10 + (at % 400)}.25`
  })
  return {
    stations: '油站编号;油站名称;国家\n1;滨江东站;CHN\n2;滨江西站;CHN\n3;城南站;CHN\n',
    customers: `CustomerID,Segment\n${Array.from({ length: 12_000 }, (_, at) => `${at},客户${at}`).join('\n')}\n`,
    sales: `${smallHistory.sales.split('\n')[0]}\n${rows.join('\n')}\n`,
  }
}

/** All that the import left in the books, and what is reported of it. */
async function books({ company, lin, audits }: Awaited<ReturnType<typeof historyScene>>, id: number) {
  const { createdDate: _, finishedDate, id: _id, userId: _user, ...outcome } = await lin.call(historyImports.get, { id })
  return {
    outcome,
    ended: finishedDate !== null,
    ...(await historyBooks(company.id)),
    actions: Object.entries(Object.groupBy(await audits(), ({ action }) => action)).map(([action, of]) => [action, of!.length]),
  }
}

async function checked(scene: Awaited<ReturnType<typeof historyScene>>, over: { sales?: string } = {}) {
  const { id } = await scene.lin.call(historyImports.check, await askedOfHistory(scene.lin, { ...history(), ...over }))
  return { id, row: () => scene.lin.call(historyImports.get, { id }) }
}

const [loaded, refused] = ['loaded', 'refused'].map(story => drawn('kill', ['loaded', 'refused'], 1).includes(story)) as [boolean, boolean]

// Fault F1: kill -9 in the middle of an import.
test.runIf(loaded)('a history whose servers are killed in its midst comes in as one that nobody disturbed', async () => {
  const now = new Date()
  setClock(now)
  const [quiet, disturbed] = [await historyScene(), await historyScene()]
  const whole = await checked(quiet)
  await runDueJobs(module.tasks, now)
  expect(await whole.row()).toMatchObject({ status: 'checked', problems: 0, examples: [] })
  await quiet.lin.call(historyImports.run, { id: whole.id })
  await runDueJobs(module.tasks, now)
  const expected = await books(quiet, whole.id)
  expect(expected.outcome).toMatchObject({ status: 'done', brought: { cards: 40, sales }, step: null })

  // While the files are read for the check.
  const { id, row } = await checked(disturbed)
  const reader = await startInstance()
  await expect.poll(async () => (await row()).done, { timeout: 300_000, interval: 5 }).toBeGreaterThan(0)
  await kill(reader)
  expect(await row()).toMatchObject({ status: 'checking', step: 'reading' })

  const bringer = await startInstance()
  await expect.poll(async () => (await row()).status, { timeout: 300_000, interval: 200 }).toBe('checked')
  await disturbed.lin.call(historyImports.run, { id })
  await expect.poll(async () => (await row()).brought?.['sales'] ?? 0, { timeout: 300_000, interval: 5 }).toBeGreaterThan(400)
  await kill(bringer)

  // What is reported as in is in, and no more; each card that came in has come in whole.
  const halfway = await row()
  expect(halfway).toMatchObject({ status: 'running', step: 'bringing', total: sales, brought: { sales: halfway.done } })
  expect(halfway.done).toBeLessThan(sales)
  const { cards, records } = await books(disturbed, id)
  expect(records.filter(({ kind }) => kind === 'sale')).toHaveLength(halfway.done)
  expect(cards).toEqual(expected.cards.filter(({ number }) => cards.some(card => card.number === number)))

  await startInstance()
  const seen: number[] = []
  await expect
    .poll(
      async () => {
        const { status, done, step } = await row()
        if (step === 'bringing') seen.push(done)
        return status
      },
      { timeout: 300_000, interval: 20 },
    )
    .toBe('done')
  expect(Math.min(...seen)).toBeGreaterThanOrEqual(halfway.done)
  expect(await books(disturbed, id)).toEqual(expected)
  expect(incoming()).toEqual([])
  // As the database looks after its tables by itself before long: of rows that have only just come the planner knows nothing.
  await owned('analyze')
  const said: string[] = []
  expect([await proveEveryCompany(db, line => void said.push(line)), said.filter(line => line.includes('breach'))]).toEqual([0, []])
})

test.runIf(refused)(
  'a history that is wrong is refused whole, though the server is killed while it reads: what is wrong stands in one file',
  async () => {
    const now = new Date()
    setClock(now)
    const scene = await historyScene()
    const text = history().sales.replaceAll('2012-08-28', '2012-02-30')
    const wrong = text.split('\n').filter(line => line.includes('2012-02-30')).length
    const { id, row } = await checked(scene, { sales: text })
    const reader = await startInstance()
    await expect.poll(async () => (await row()).done, { timeout: 300_000, interval: 5 }).toBeGreaterThan(0)
    await kill(reader)
    expect(await row()).toMatchObject({ status: 'checking', step: 'reading' })

    await startInstance()
    await expect.poll(async () => (await row()).status, { timeout: 300_000, interval: 200 }).toBe('refused')
    expect(await row()).toMatchObject({ problems: wrong, brought: null })
    const reply = await scene.lin.raw('GET', `/historyImports/${id}/problems`)
    const lines = reply.rawPayload.toString('utf8').trimEnd().split('\r\n').slice(1)
    const expected = text.split('\n').flatMap((line, at) => (line.includes('2012-02-30') ? `sales.csv,${at + 1},Date` : []))
    expect(lines.map(line => line.split(',').slice(0, 3).join())).toEqual(expected)

    const { orders, cards, money, records, waiting } = await historyBooks(scene.company.id)
    expect([orders, cards, money, records, waiting]).toEqual([[], [], [], [], [{ rows: 0 }]])
    expect(incoming()).toEqual([])
    expect(await scene.lin.refused(historyImports.run, { id })).toBe('history.notChecked')
  },
)
