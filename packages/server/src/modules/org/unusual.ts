import { settingsOf, type CompanyConfig, type CompanySettings, type StationConfig } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'

/** Whose setting counts: the station's, where the act has one. */
interface Place {
  readonly companyId: number
  readonly stationId?: number | null | undefined
}

/** In one question: it is asked with every amount that staff move. */
export async function confirmSetting({ tx }: Ctx, { companyId, stationId }: Place): Promise<CompanySettings['confirm']> {
  const { company, station, system } = await tx
    .selectFrom('company')
    .where('id', '=', companyId)
    .select(of => [
      'config as company',
      of
        .selectFrom('station')
        .where('station.id', '=', stationId ?? 0)
        .whereRef('station.companyId', '=', 'company.id')
        .select('station.config')
        .as('station'),
      of.selectFrom('systemConfig').select('systemConfig.config').as('system'),
    ])
    .executeTakeFirstOrThrow()
  return settingsOf(company as CompanyConfig, (station ?? {}) as StationConfig, (system ?? {}) as CompanyConfig).confirm
}

/** Hundredths as the words of a refusal show them. */
export const inUnits = (cents: number): string => (cents / 100).toFixed(2)

/**
 * An amount from what the setting says on has to be sent twice, and one that was sent twice has to be the same both times.
 * @throws amount.unusual
 */
export async function refuseUnconfirmed(ctx: Ctx, place: Place, amountCents: number, confirmed: number | undefined): Promise<void> {
  if (confirmed === amountCents) return
  const from = (await confirmSetting(ctx, place)).amountCents
  if (confirmed !== undefined || Math.abs(amountCents) >= from)
    refuse('amount.unusual', { amount: inUnits(amountCents), from: inUnits(from), amountCents, fromCents: from })
}
