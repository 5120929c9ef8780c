import type { SignatureForeseen, Signature } from '@forecourt/contract'
import type { z } from 'zod'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { answerOf } from '../measure/index.ts'
import { settingsOfStation } from '../org/index.ts'
import type { Move, Place } from '../stock/index.ts'
import { claimOf, freightAmount, lossOf, quantitiesOf } from './transport-sums.ts'
import type { Transport } from './transport-terms.ts'

type Entered = Pick<z.output<typeof Signature>, 'signedKg' | 'signedCl'>
/** A load that is on the road. */
type Loaded = Pick<Transport, 'stationId' | 'density' | 'loadedKg' | 'loadedCl' | 'allowedLossPercent'>

/**
 * What was signed for, in tons as far as the load is known in tons, and in litres; and what was lost on the road: of each of the two as
 * much as the contract allows, and the rest. @throws transport.nothingSigned
 */
export async function signedFor(ctx: Ctx, { stationId, density, loadedKg, loadedCl, allowedLossPercent }: Loaded, entered: Entered) {
  const { signedKg: weightKg, signedCl: volumeCl } = entered
  if (weightKg === null && volumeCl === null) refuse('transport.nothingSigned')
  const { measurement } = await settingsOfStation(ctx, stationId)
  const { kg, cl, weight, volume } = quantitiesOf({ weightKg, volumeCl, density }, measurement)
  const signedKg = loadedKg === null ? null : kg
  const ofKg = signedKg === null || loadedKg === null ? null : lossOf(loadedKg, signedKg, allowedLossPercent)
  const ofCl = cl === null || loadedCl === null ? null : lossOf(loadedCl, cl, allowedLossPercent)
  const foreseen: Omit<SignatureForeseen, 'measured'> = {
    signedKg,
    signedCl: cl,
    lossKg: ofKg?.loss ?? null,
    lossCl: ofCl?.loss ?? null,
    allowedKg: ofKg?.allowed ?? null,
    allowedCl: ofCl?.allowed ?? null,
    claimedKg: ofKg?.claimed ?? null,
    claimedCl: ofCl?.claimed ?? null,
    weight: weight && answerOf(weight),
    volume: volume && answerOf(volume),
    over: ((ofKg ?? ofCl)?.loss ?? 0) < 0,
  }
  return foreseen
}

export type Split = Pick<
  SignatureForeseen,
  'signedKg' | 'signedCl' | 'lossKg' | 'lossCl' | 'allowedKg' | 'allowedCl' | 'claimedKg' | 'claimedCl'
>

/** @throws transport.signedVolumeUnknown, transport.signedWeightUnknown */
export function refuseUnknownSignature({ signedKg, signedCl }: Split, { loadedKg }: Loaded): void {
  if (signedCl === null) refuse('transport.signedVolumeUnknown')
  if (loadedKg !== null && signedKg === null) refuse('transport.signedWeightUnknown')
}

const positive = (value: number | null): number | null => (value !== null && value > 0 ? value : null)
const below = (value: number | null): number | null => positive(value === null ? null : -value)

/** All that was on the road leaves it: to the station what was signed for, the rest as lost; what was not loaded comes from there. */
export function signatureMoves(
  { id, billNo, stationId, baseFuelId }: Pick<Transport, 'id' | 'billNo' | 'stationId' | 'baseFuelId'>,
  productId: number,
  day: string,
  split: Split,
): Move[] {
  const road: Place = { place: 'truck', id }
  const lost: Place = { place: 'lost', id: null }
  const move = (weightKg: number | null, volumeCl: number | null, from: Place, to: Place): Move[] =>
    weightKg === null && volumeCl === null ? [] : [{ day, baseFuelId, productId, weightKg, volumeCl, from, to, label: billNo }]
  return [
    ...move(split.signedKg, split.signedCl, road, { place: 'station', id: stationId }),
    ...move(positive(split.allowedKg), positive(split.allowedCl), road, lost),
    ...move(positive(split.claimedKg), positive(split.claimedCl), road, lost),
    ...move(below(split.lossKg), below(split.lossCl), lost, road),
  ]
}

/** What follows of the money: the freight where it is paid by signed tons, and what the claimed fuel cost. */
export function moneyOfSignature(row: Transport, { signedKg, claimedKg, claimedCl }: Pick<Split, 'signedKg' | 'claimedKg' | 'claimedCl'>) {
  const { amountCents, netCents, loadedKg, loadedCl } = row
  const freight = freightAmount(row, loadedKg, signedKg)
  const claim = claimOf({ amountCents, netCents }, { kg: loadedKg, cl: loadedCl }, { kg: claimedKg, cl: claimedCl })
  return {
    freightAmountCents: freight.amountCents,
    freightNetCents: freight.netCents,
    claimCents: claim.amountCents,
    claimNetCents: claim.netCents,
  }
}
