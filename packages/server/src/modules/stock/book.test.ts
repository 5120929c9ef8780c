import { purchaseContracts } from '@forecourt/contract'
import { expect, test } from 'vitest'
import { invariantsOf } from '../../testing/invariants.ts'
import { supplyWorld } from '../../testing/supply.ts'
import { tamper } from '../../testing/world.ts'
import { bookFirst, bookMoves, reverseMoves, standingRevision } from './index.ts'

const broken = async (it: Awaited<ReturnType<typeof supplyWorld>>) =>
  (await invariantsOf(it)).flatMap(({ invariant, breaches, examples }) =>
    breaches > 0 ? [`${invariant} ${examples[0]!.replaceAll(/\d{6,}/g, 'n')}`] : [],
  )

test('a document books each of its revisions once, is never edited, and is taken back once by its mirror', async () => {
  const it = await supplyWorld()
  const { id } = await it.buy({ weightKg: 1_000 })
  const document = { companyId: it.company.id, document: 'purchase', documentId: id } as const
  expect(await it.within(({ tx }) => standingRevision(tx, document))).toBe(1)
  await it.within(ctx => reverseMoves(ctx, document, 1))
  expect(await it.within(({ tx }) => standingRevision(tx, document))).toBeUndefined()
  await expect(it.within(ctx => reverseMoves(ctx, document, 1))).rejects.toThrow()
  await expect(it.rows('update stock_move set weight_kg = 5 where document_id = $1', [id])).rejects.toThrow(/final|not edited|cannot/i)
  const move = {
    day: '2026-04-10',
    baseFuelId: it.diesel,
    weightKg: 7,
    from: { place: 'supplier', id: it.refinery },
    to: { place: 'depot', id: it.harbour },
  } as const
  await expect(it.within(ctx => bookFirst(ctx, [{ ...document, move }]))).rejects.toThrow()
  await it.within(ctx => bookMoves(ctx, document, [move]))
  expect(await it.within(({ tx }) => standingRevision(tx, document))).toBe(3)
  expect(await broken(it)).toEqual([])
})

test('a depot that is short, now or on a later day, is refused by the database itself', async () => {
  const it = await supplyWorld()
  await it.buy({ day: '2026-04-10', weightKg: 1_000 })
  const out = (day: string, weightKg: number) =>
    it.within(ctx =>
      bookMoves(ctx, { companyId: it.company.id, document: 'load', documentId: 77 }, [
        { day, baseFuelId: it.diesel, weightKg, from: { place: 'depot', id: it.harbour }, to: { place: 'truck', id: 77 } },
      ]),
    )
  await expect(out('2026-04-20', 1_001)).rejects.toThrow(/stockShort/)
  await expect(out('2026-04-09', 1)).rejects.toThrow(/stockShort/)
  await out('2026-04-20', 1_000)
  await expect(
    it.lin.call(purchaseContracts.delete, { id: (await it.lin.call(purchaseContracts.list, {})).content[0]!.id }),
  ).rejects.toThrow(/stockShort/)
  expect(await broken(it)).toEqual([])
})

test.each([
  [
    'a stock that was raised by hand',
    'update depot_stock set weight_kg = weight_kg + 1 where depot_id = $1 and weight_kg > 0',
    'SU9 depot n, base fuel n',
  ],
  [
    'a purchase whose weight was changed',
    'update stock_move set weight_kg = weight_kg - 1 where to_depot_id = $1',
    'SU9 depot n, base fuel n',
  ],
  [
    'a move that was dated after what followed from it',
    "update stock_move set day = '2026-04-30' where to_depot_id = $1 and from_supplier_id is not null",
    'SU9 depot n, base fuel n, 2026-04-20',
  ],
])('the proof of the books names %s', async (_, statement, named) => {
  const it = await supplyWorld()
  await it.buy({ day: '2026-04-10', weightKg: 1_000 })
  const out = { day: '2026-04-20', baseFuelId: it.diesel, weightKg: 400 } as const
  await it.within(ctx =>
    bookMoves(ctx, { companyId: it.company.id, document: 'load', documentId: 5 }, [
      { ...out, from: { place: 'depot', id: it.harbour }, to: { place: 'truck', id: 5 } },
    ]),
  )
  expect(await broken(it)).toEqual([])
  await tamper(statement, [it.harbour])
  expect(await broken(it)).toContain(named)
})
