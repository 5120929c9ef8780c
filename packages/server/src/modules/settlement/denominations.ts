import { denominationsOf, type CompanyConfig } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'

/** The notes and coins that a station counts its cash by. */
export async function notesOf({ tx }: Ctx, stationId: number): Promise<number[]> {
  const { currency, config } = await tx
    .selectFrom('company')
    .innerJoin('station', 'station.companyId', 'company.id')
    .where('station.id', '=', stationId)
    .select(['company.currency', 'company.config'])
    .executeTakeFirstOrThrow()
  return [...denominationsOf(currency, (config as CompanyConfig).denominations ?? [])]
}
