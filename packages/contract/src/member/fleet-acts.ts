import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { CardNumber, Cents, Id, Text } from '../units.ts'
import { FleetValueMode, fleets } from './fleet.ts'

const row = fleets.row
const why = Text(200).default('')

/** What a change of mode does, before it is done. */
const ModeChange = z.object({
  valueMode: FleetValueMode,
  /** Sub cards that money comes back from, and how much. */
  count: z.int(),
  principalCents: Cents,
  giftCents: Cents,
  /** Cards that stand against it, the first hundred of them, and why. */
  refused: z.int(),
  rows: z.array(z.object({ id: Id, number: CardNumber, code: z.string(), message: z.string() })),
})

/** What is done to a fleet as a whole. */
export const fleetActs = {
  mode: endpoint('POST', '/groups/:id/mode', {
    permission: 'member.fleet.write',
    idempotent: true,
    body: z.strictObject({
      valueMode: FleetValueMode,
      /** All that comes back to the master, once more, from what the station's setting says is unusual on. */
      confirmAmountCents: Cents.optional(),
      remark: why,
    }),
    returns: row,
    rows: true,
    summary: 'Changes from where the sub cards of a fleet spend. To share, all that they hold goes back to the master card, or nothing',
  }),
  modePreview: endpoint('POST', '/groups/:id/mode/preview', {
    permission: 'member.fleet.write',
    body: z.strictObject({ valueMode: FleetValueMode }),
    returns: ModeChange,
    summary: 'What a change of mode would move, and which cards stand against it; nothing is done',
  }),
  stop: endpoint('POST', '/groups/:id/stop', {
    permission: 'member.fleet.write',
    idempotent: true,
    body: z.strictObject({
      /** The name of the fleet, typed. */
      confirmName: Text(60),
      remark: why,
    }),
    returns: row,
    rows: true,
    summary: 'Stops all cards of a fleet at once: none of them pays, and all are on the black list',
  }),
  start: endpoint('POST', '/groups/:id/start', {
    permission: 'member.fleet.write',
    idempotent: true,
    body: z.strictObject({ remark: why }),
    returns: row,
    rows: true,
    summary: 'Lets the cards of a fleet be used again, each as far as its own status allows',
  }),
}
