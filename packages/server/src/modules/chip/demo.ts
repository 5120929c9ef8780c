import { demoChip, demoChips, issueTypes, newChips, type CardPayload, type DemoChip } from '@forecourt/contract'
import { sql } from 'kysely'
import { setTenantScope, type Ctx } from '../../platform/execution/command.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { DemoAct, DemoCard, DemoStage } from '../../platform/module.ts'
import { insertRows } from '../../platform/postgres/insert-rows.ts'
import { nextIds } from '../../platform/postgres/next-ids.ts'
import { markToWrite, noteChip } from '../card/index.ts'
import { keepCardKey } from '../org/index.ts'
import { chipForUpdate, chipOfEither, keepChip, withUnassigned, type Chip, type LifeEntry } from './chip.ts'
import { addChips } from './import.ts'
import { payloadOf } from './payload.ts'

const minute = 60_000
/** So many accounts have a chip; the others are known by their printed number. */
const withChips = 12
/** Anyone may know it: it signs the cards of the demo alone. */
const demoKey = '6F7265636F757274F0E1D2C3B4A59687'
/** The place of the first of their chips in the drawer of the demo. */
const firstBound = 101

/** The chip that the card of that turn has. */
export const chipOf = (turn: number, number: string): DemoChip => demoChip(firstBound + turn, { number, code: '' })

interface File {
  readonly name: string
  readonly cardType: number
  readonly lines: readonly string[]
}
const line = ({ number, uuid, code, issueType }: DemoChip) => [number, uuid, code, issueType === 9 ? 8 : issueType].join(',')
const imported = demoChips.filter(chip => chip.supplier === 1 && !newChips.includes(chip))
const listed = (cardType: number) => imported.filter(chip => chip.cardType === cardType).map(line)
const head = '卡号,芯片号,编码,发卡类型'
const files: readonly File[] = [
  { name: 'mh-cpu-2026-01.csv', cardType: 2, lines: [head, ...listed(2)] },
  {
    name: 'mh-induction-2026-01.csv',
    cardType: 1,
    lines: [head, ...listed(1), '62010000000901,04ZZ,MH000901,8', '6201 0000 0902,04920000000902,MH000902,8'],
  },
  { name: 'mh-psam.txt', cardType: 3, lines: listed(3) },
  { name: 'mh-station-mother.txt', cardType: 4, lines: listed(4) },
  { name: 'mh-order-0117.csv', cardType: 2, lines: ['Order', '0117', 'shipped'] },
]

/**
 * What a maker has sent: read from files, prepared, and taken into stock, with cards that members have. There is one drawer, and a chip is
 * in the system once: so the first company of the demo has them.
 */
export const stockOfDemo = (stage: DemoStage): DemoAct[] => {
  const at = new Date(stage.from.getTime() + 30 * minute)
  const run = async () => {
    const isFirst = await stage.within(at, async ({ tx }) => !(await tx.selectFrom('cardUuid').select('id').limit(1).executeTakeFirst()))
    if (!isFirst) return
    await stage.within(at, ctx => keepCardKey(ctx, stage.companyId, demoKey))
    for (const [turn, file] of files.entries()) await stage.within(after(at, turn), ctx => read(ctx, stage.companyId, file))
    await stage.within(after(at, 20), ctx => make(ctx, stage.companyId))
    await stage.within(after(at, 40), ctx => bind(ctx, stage.companyId, stage.cards))
  }
  return [{ at, run }]
}
const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * minute)

async function read(ctx: Ctx, companyId: number, { name, cardType, lines }: File): Promise<void> {
  const { userId } = await ctx.tx
    .selectFrom('userRole')
    .where('defaultRole', '=', 'admin')
    .select('userId')
    .limit(1)
    .executeTakeFirstOrThrow()
  const batch = { companyId, supplier: 1, cardType }
  const { id } = await ctx.tx
    .insertInto('cardImport')
    .values({ ...batch, fileName: name, status: 'importing', userId, userCompany: companyId, createdDate: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addChips(ctx, { ...batch, id, by: `user:${userId}` }, Buffer.from(lines.join('\r\n')))
}

/** Those of the drawer that are prepared; every second one is in stock. */
async function make(given: Ctx, companyId: number): Promise<void> {
  const ctx = await withUnassigned(given)
  for (const [turn, { uuid, supplier }] of demoChips.filter(({ issueType }) => issueType === issueTypes.factoryUser).entries()) {
    const known = await chipOfEither(ctx, tx =>
      tx.selectFrom('cardInfo').where('uuid', '=', uuid).where('supplier', '=', supplier).select('id').executeTakeFirst(),
    )
    if (!known) continue
    const made = { issueType: issueTypes.factoryUser, productionTime: ctx.now.toISOString() }
    await keepChip(ctx, await chipForUpdate(ctx, known.id), made, 'prepare')
    if (turn >= 12) await keepChip(ctx, await chipForUpdate(ctx, known.id), { companyId }, 'stock')
  }
}

/** Members who have had their cards for long. */
async function bind(ctx: Ctx, companyId: number, cards: readonly DemoCard[]): Promise<void> {
  const members = cards.slice(0, withChips)
  const ids = await nextIds(ctx.tx, members.length)
  const at = ctx.now.toISOString()
  const life = (['import', 'prepare', 'stock', 'reserve', 'issue'] as const).map((act): LifeEntry => ({ at, act, by: null, detail: '' }))
  const chips = members.map(({ id, number, kind }, turn) => ({ id: ids[turn]!, userCardId: id, kind, ...chipOf(turn, number) }))
  await ctx.tx
    .insertInto('cardUuid')
    .values(chips.map(({ id, uuid, supplier, number }) => ({ id, uuid, supplier, number })))
    .execute()
  const rows: object[] = []
  for (const { kind, rfid: _, ...chip } of chips) {
    const issued = { ...chip, companyId, issueType: issueTypes.stationUser, issueTime: at, productionTime: at, createdDate: at }
    const { keyVersion } = await payloadOf(ctx, issued as unknown as Chip, { kind, validUntil: null })
    rows.push({ ...issued, keyVersion, life, status: 'normal', version: 1, handedTo: '' })
  }
  await insertRows(ctx.tx, 'cardInfo', rows as never)
  for (const { userCardId, uuid } of chips) await noteChip(ctx, userCardId, uuid)
  // One was asked to come to the counter and has not come yet.
  await markToWrite(
    ctx,
    members.slice(-1).map(({ id }) => id),
  )
}

/** What lies in the drawer of the demo: what a maker sent, and the cards of its members with what stands on them. */
export async function drawerOfDemo(db: Database, companyId: number): Promise<readonly (DemoChip & { readonly record?: CardPayload })[]> {
  const records = await db.transaction().execute(async begun => {
    const tx = await setTenantScope(begun, [companyId])
    const { rows } = await sql<Chip & { kind: string; validUntil: string | null }>`select chip.*, card.kind, card.valid_until
      from card_info chip
      join user_card card on card.company_id = chip.company_id and card.id = chip.user_card_id
      where chip.company_id = ${companyId} and card.company_id = ${companyId} and chip.issue_time is not null`.execute(tx)
    // One after another: a transaction has one connection, and the driver no longer queues for it.
    const payloads = []
    for (const chip of rows) payloads.push(await payloadOf({ tx }, chip, chip, chip.keyVersion ?? 0))
    return payloads
  })
  const byUuid = new Map(records.map(record => [record.uuid, record]))
  const bound = Array.from({ length: withChips }, (_, turn) => byUuid.get(chipOf(turn, '').uuid)).flatMap((record, turn) =>
    record ? [{ ...chipOf(turn, record.number), record }] : [],
  )
  return [...demoChips, ...bound]
}
