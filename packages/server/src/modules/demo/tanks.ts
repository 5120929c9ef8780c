import type { ClassSettlePreview } from '@forecourt/contract'
import type { Play } from './month.ts'

interface Turn {
  /** How many days ago, and which shift of that day ends. */
  readonly ago: number
  readonly turn: number
}

/** What tankers brought, and when; of the last one the note was found only a shift later. */
const deliveries = [
  { tank: 1, litres: 9_000, ago: 12, turn: 1, noted: 1, document: 'BL-20417' },
  { tank: 4, litres: 12_000, ago: 5, turn: 1, noted: 2, document: 'BL-20466' },
]
/** A tank that lost what nobody can explain. */
const loss = { tank: 2, litres: 48, ago: 9, turn: 1 }

/** What the dipstick says of each tank at the end of a shift: what it held, less what ran through its nozzles. */
export function dipsOf(
  { memory, yard }: Play,
  nozzles: ClassSettlePreview['nozzles'],
  meters: readonly { nozzleControlId: number; totaliserCl: number }[],
  { ago, turn }: Turn,
) {
  // The dipstick has been away since yesterday: the gauge alone speaks for today.
  if (ago === 0) return []
  const ran = nozzles.map(({ tankId, nozzleControlId, beginCl }) => {
    const end = meters.find(meter => meter.nozzleControlId === nozzleControlId)?.totaliserCl
    return { tankId, cl: beginCl === null || end === undefined ? 0 : end - beginCl }
  })
  return yard.tanks.map(({ id, number, maxVolumeCl }) => {
    const here = (of: { tank: number; ago: number }) => of.tank === number && of.ago === ago
    const drawn = ran.filter(({ tankId }) => tankId === id).reduce((sum, { cl }) => sum + cl, 0)
    const arrived = deliveries.find(of => here(of) && of.turn === turn)?.litres ?? 0
    const lost = here(loss) && loss.turn === turn ? loss.litres : 0
    const volumeCl = (memory.tankCl.get(id) ?? Math.round(maxVolumeCl * 0.4)) - drawn + (arrived - lost) * 100
    memory.tankCl.set(id, volumeCl)
    const note = deliveries.find(of => here(of) && of.noted === turn)
    return { tankId: id, volumeCl, receivedCl: (note?.litres ?? 0) * 100, document: note?.document ?? '' }
  })
}
