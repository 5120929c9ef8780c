import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeCard, pursesOf } from '../../testing/card.ts'
import { owned, ownerUrl, world } from '../../testing/world.ts'
import { proofOf } from '../ledger/index.ts'

const till = join(import.meta.dirname, '../../testing/spender.ts')

test('5,000 payments of 1.00 from four processes against 2,500.00: 2,500 are paid, and not a cent more', { timeout: 90_000 }, async () => {
  const riverside = await world()
  const { company, station, within } = riverside
  const { id } = await makeCard(riverside, { principalCents: 2_000_00, giftCents: 500_00 })

  const told = await Promise.all(
    [1, 2, 3, 4].map(number =>
      promisify(execFile)(process.execPath, [till, ownerUrl, ...[company.id, station.id, id, 1250, number].map(String)], {
        timeout: 80_000,
      }),
    ),
  )
  const outcomes = told.map(({ stdout }) => JSON.parse(stdout) as Record<string, number>)
  const sum = (outcome: string) => outcomes.reduce((total, each) => total + (each[outcome] ?? 0), 0)

  expect({ paid: sum('paid'), refused: sum('card.insufficientBalance') }).toEqual({ paid: 2500, refused: 2500 })
  expect(await pursesOf(id)).toEqual({ principal: 0, gift: 0, lock: 0, debt: 0 })
  const [booked] = await owned<{ payments: number; spent: number }>(
    `select count(*)::int as payments, sum(out_cents)::int as spent from user_card_detail where user_card_id = $1 and type = 'consume'`,
    [id],
  )
  expect(booked).toEqual({ payments: 2500, spent: 2_500_00 })
  expect((await within(ctx => proofOf(ctx.tx))).filter(law => law.law !== 'I7' && law.breaches > 0)).toEqual([])
})
