import { loadSignatureProof, oilInfos, type AgainstMeasured } from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { spendProof } from '../access/index.ts'
import { settingsOfStation } from '../org/index.ts'
import { apartOf, atReference, type Measured } from '../wetstock/index.ts'

/** What each delivery measured that a load is signed for by; nothing where one of them was not measured. @throws notFound */
export async function measuredBy(ctx: Ctx, stationId: number, ids: readonly number[]): Promise<Measured[]> {
  const { measurement } = await settingsOfStation(ctx, stationId)
  const measured: Measured[] = []
  for (const oilInfoId of new Set(ids)) {
    const intake = await getOf(ctx.tx, oilInfos, oilInfoId, [], ctx.scope).catch(() => refuse('notFound', { field: 'oilInfoIds' }))
    if (intake.totalCl === null) return []
    const totalRefCl = atReference(intake, intake.soldCl, measurement)?.totalCl ?? null
    measured.push({ oilInfoId, totalCl: intake.totalCl, totalRefCl })
  }
  return measured
}

/** How far what is signed for is from what was measured, and from where on the company wants a PIN for that. */
export async function againstMeasured(
  ctx: Ctx,
  stationId: number,
  signedCl: number | null,
  measured: readonly Measured[],
): Promise<AgainstMeasured | null> {
  const apart = signedCl === null ? undefined : apartOf(signedCl, measured)
  if (!apart) return null
  const limitBasisPoints = (await settingsOfStation(ctx, stationId)).loadSignature.apartBasisPoints
  return { ...apart, limitBasisPoints, asksPin: apart.apartBasisPoints > limitBasisPoints }
}

const inLitres = (cl: number) => (cl / 100).toFixed(2)
const inPercent = (basisPoints: number) => (basisPoints / 100).toFixed(2)

/** @throws transport.signedApart, pin.proof */
export async function provenApart(
  ctx: Ctx,
  id: number,
  signedCl: number,
  against: AgainstMeasured | null,
  pinProof: string | undefined,
): Promise<void> {
  if (!against?.asksPin) return
  const { measuredCl, apartBasisPoints, limitBasisPoints } = against
  const figures = { signed: inLitres(signedCl), measured: inLitres(measuredCl) }
  const shares = { percent: inPercent(apartBasisPoints), limit: inPercent(limitBasisPoints) }
  await spendProof(ctx, pinProof ?? refuse('transport.signedApart', { ...figures, ...shares }), loadSignatureProof(id, signedCl))
}
