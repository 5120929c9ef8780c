/** A till of its own, in a process of its own: pays 1.00 from one card, again and again, and says how often it could. */
import { payByCard } from '../modules/card/index.ts'
import { execute, systemActor, type Ctx, type Handler } from '../platform/command.ts'
import { openDatabase, openPool } from '../platform/database.ts'
import { Refusal } from '../platform/refusal.ts'

const [url, ...numbers] = process.argv.slice(2)
const [companyId, stationId, userCardId, payments, till] = numbers.map(Number) as [number, number, number, number, number]
const db = openDatabase(openPool(url!, { max: 4 }))
const facts = { requestId: `till:${till}`, language: 'en', ip: '127.0.0.1', userAgent: 'till', secure: false } as const
const outcomes: Record<string, number> = {}

async function pay(turn: number): Promise<string> {
  const act = {
    endpoint: { method: 'POST', path: '/pay', permission: 'public', rows: true },
    run: (ctx: Ctx) => payByCard(ctx, { userCardId, amountCents: 1_00, stationId, ref: `payment:${till}-${turn}` }),
  } as unknown as Handler
  try {
    await execute(db, act, systemActor(companyId, `till${till}`), facts, new Date(), {})
    return 'paid'
  } catch (thrown) {
    return thrown instanceof Refusal ? thrown.code : `failed: ${(thrown as Error).message}`
  }
}

let turn = 0
const customer = async () => {
  while (turn < payments) {
    const outcome = await pay(++turn)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
}
await Promise.all(Array.from({ length: 4 }, customer))
await db.destroy()
console.log(JSON.stringify(outcomes))
