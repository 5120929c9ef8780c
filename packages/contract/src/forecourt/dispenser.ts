import { z } from 'zod'
import { FileRef } from '../file/attachment.ts'
import { endpoint, resource } from '../kit.ts'
import { CentsPerL, Id, Instant, LongText, Name, Ref } from '../units.ts'

/** @source spec 1 §3 "Dispenser states" */
export const forecourtStates = ['error', 'busy', 'idle', 'offline'] as const
export type ForecourtState = (typeof forecourtStates)[number]

/** 加油机: what nozzles hang on. */
export const Dispenser = z.object({
  stationId: Ref('stations'),
  number: z.int().min(1).max(999),
  name: Name(40),
  pictureId: FileRef('dispenserPicture').nullable().default(null),
  /** How the controller speaks to it: free words or JSON. */
  protocol: LongText(2000).default(''),
})

export const dispensers = resource('dispensers', {
  table: 'dispenser',
  at: true,
  scope: 'station',
  permission: 'forecourt.dispenser',
  body: Dispenser,
  read: { state: z.enum(forecourtStates).nullable(), stateAt: Instant.nullable(), createdDate: Instant },
  label: ['number', 'name'],
  many: { nozzleControls: ['nozzleControls', 'dispenserId'] },
  sort: 'number',
  bulk: ['update', 'delete'],
})

const State = z.enum(forecourtStates)
const NozzleStatus = z.object({ id: Id, logicNo: z.int(), physicalNo: z.int(), state: State.nullable(), stateAt: Instant.nullable() })

export const dispenserStatus = {
  read: endpoint('GET', '/dispensers/status', {
    permission: 'forecourt.dispenser.read',
    summary: 'What each dispenser and nozzle of the selected station is doing, as last reported; null when nothing ever was.',
    query: z.strictObject({ stationId: z.coerce.number().int().positive().optional() }),
    returns: z.object({
      content: z.array(
        z.object({
          id: Id,
          stationId: Id,
          number: z.int(),
          name: z.string(),
          state: State.nullable(),
          stateAt: Instant.nullable(),
          nozzles: z.array(NozzleStatus),
        }),
      ),
    }),
  }),
  report: endpoint('POST', '/dispensers/status', {
    permission: 'device.self',
    summary: 'A device of the forecourt says what dispensers and nozzles are doing, and is told which nozzles are blocked.',
    body: z.strictObject({
      dispensers: z
        .array(z.strictObject({ number: z.int(), state: State }))
        .max(100)
        .default([]),
      nozzles: z
        .array(
          z.strictObject({
            logicNo: z.int(),
            state: State,
            /** What it charges for a litre, read back from it: so it confirms a price change. */
            priceCents: CentsPerL.optional(),
          }),
        )
        .max(1000)
        .default([]),
    }),
    returns: z.object({
      changed: z.int(),
      /** 停用: nozzles of the station that give no fuel until somebody releases them; the device keeps them shut. */
      blocked: z.array(z.object({ logicNo: z.int(), since: Instant })),
    }),
  }),
}
