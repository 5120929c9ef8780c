import { deals, userDeals, type Parsed } from '@forecourt/contract'
import type { z } from 'zod'
import { makeCard } from './card.ts'
import { invariantsOf } from './invariants.ts'
import { loyal } from './points.ts'
import { forecourt } from './forecourt.ts'
import { rollUp } from '../maintenance.ts'
import { db, noon, unique } from './world.ts'

type Body = Parsed<typeof deals.create>['body']
type Given = Partial<z.input<typeof deals.body>> & { kind?: Body['kind'] }

const dayMs = 86_400_000
export const inDays = (days: number): string => new Date(noon.getTime() + days * dayMs).toISOString()

/** A company with a marketing clerk, a station, goods at 10.00 and a member with money on a card. */
export async function marketing() {
  const it = await loyal()
  const stands = forecourt(it)
  const clerk = await it.staff({ role: 'admin', over: { stationId: it.station.id } })
  const article = await stands.goods({ priceCents: 10_00 })
  const card = await makeCard(it, { userId: it.card.userId, principalCents: 1_000_00 })

  /** 20.00 off from 100.00 on, unless said otherwise; it runs from now for thirty days. */
  const offer = (of: Given = {}) => {
    const kind = of.kind ?? 'amount'
    const usual = kind === 'amount' ? { offCents: 20_00, minimumCents: 100_00 } : {}
    return { name: `C${unique()}`, kind, startTime: inDays(0), endTime: inDays(30), ...usual, ...of }
  }
  const deal = (of: Given = {}) => clerk.call(deals.create, { body: offer(of) })
  const issueBody = (dealId: number, of: Partial<Parsed<typeof userDeals.issue>['body']> = {}) => ({
    dealId,
    userIds: [it.card.userId!],
    reason: '补偿 Sorry',
    ...of,
  })
  type IssueBody = Parsed<typeof userDeals.issue>['body']
  const issue = (dealId: number, of: Partial<IssueBody> = {}) => clerk.call(userDeals.issue, { body: issueBody(dealId, of) })
  const refusedIssue = (dealId: number, of: Partial<IssueBody> = {}) => clerk.refused(userDeals.issue, { body: issueBody(dealId, of) })
  const held = (id: number) => clerk.call(userDeals.get, { id })
  const broken = async () => (await invariantsOf(it)).filter(({ breaches }) => breaches > 0)
  return { ...it, stands, clerk, article, buyer: card, offer, deal, issue, refusedIssue, held, broken, addUp: () => rollUp(db) }
}
