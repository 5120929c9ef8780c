import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { Id, Pattern } from '../units.ts'
import { miniProgramTypes } from './mini-program.ts'

/** What a code stands for. */
export const qrCodeKinds = ['station', 'device', 'promoter'] as const
const QrCodeKind = z.enum(qrCodeKinds)

/** So many codes are asked for at once. */
export const qrCodesMost = 100

/** `12,34,56`: each once, in this order. */
const Ids = Pattern(/^[1-9]\d{0,15}(,[1-9]\d{0,15}){0,99}$/, 'ids').transform(text => [...new Set(text.split(',').map(Number))])
const Deal = z.object({ id: Id, name: z.string() }).nullable()
const Parameter = z.coerce.number().pipe(Id).optional()

/** 小程序码. @source requirement MKT-028; what its parameters mean: docs/adr/0119 */
export const qrCodes = {
  list: endpoint('GET', '/qrcodes', {
    permission: 'qrcode.read',
    query: z
      .strictObject({
        /** The first active one that customers open, when it is absent. */
        miniProgramId: Parameter,
        kind: QrCodeKind,
        ids: Ids,
        /** A coupon that promoters may hand out: their codes name it as well. @source decision MK2 */
        dealId: Parameter,
      })
      .refine(({ kind, dealId }) => dealId === undefined || kind === 'promoter', { path: ['dealId'], message: 'promoterOnly' }),
    returns: z.object({
      miniProgram: z.object({ id: Id, name: z.string(), type: z.enum(miniProgramTypes) }),
      deal: Deal,
      /** Whose codes they are, for what is printed. */
      company: z.object({ id: Id, name: z.string(), smallLogoId: Id.nullable(), bigLogoId: Id.nullable() }),
      content: z.array(
        z.object({
          id: Id,
          name: z.string(),
          /** Of a device the station that it works for. */
          stationName: z.string().nullable(),
          link: z.string(),
        }),
      ),
      totalElements: z.int(),
    }),
    summary: 'The links that codes of stations, devices or promoters hold, for a mini program or official account',
  }),
  target: endpoint('GET', '/qrcodes/target', {
    permission: 'device.self',
    query: z.strictObject({ s: Parameter, d: Parameter, p: Parameter, c: Parameter, k: z.string().max(40) }),
    returns: z.object({
      kind: QrCodeKind,
      id: Id,
      name: z.string(),
      stationName: z.string().nullable(),
      /** Null where the code names none, and where that coupon is not handed out any more. */
      deal: Deal,
    }),
    summary: 'What a scanned code stands for: a mini program hands over the parameters of the link as they are',
  }),
}
