import { z } from 'zod'
import { PinProof } from '../access/pin.ts'
import { FileRef } from '../file/attachment.ts'
import { endpoint, resource } from '../kit.ts'
import { Converted } from '../measure/measurement.ts'
import { MeasureSetting } from '../org/config.ts'
import { Centilitres, Id, Instant, LongText, Name, Ref, Text } from '../units.ts'

/**
 * 卸油中, 空单卸油, 已完成, 已结算, 已更正: still unloading; unloaded, while the delivery note is missing; complete; counted in a closed shift;
 * counted, and taken back by a correction since.
 */
export const OilInfoStatus = z.enum(['unloading', 'noteMissing', 'done', 'settled', 'corrected'])
export type OilInfoStatus = z.output<typeof OilInfoStatus>
/** 冒油, 卸错油: more than the tank may hold went in, or another product. It happened, so it is recorded. */
export const DeliveryIncident = z.enum(['overfill', 'crossover'])
/** 视密度, 标准密度: at the temperature of the load, or at the reference temperature. */
export const DensityKind = z.enum(['observed', 'standard'])

const Height = z.int().min(0).max(20_000).nullable().default(null)
const Volume = Centilitres.min(0).max(1_000_000_00)
/** Degrees Celsius. Unknown where nobody measured; then nothing is converted. @source decisions WS7 */
const Temperature = z.number().min(-60).max(80).multipleOf(0.1, 'oneDecimal').nullable().default(null)

/** What is said of the load and measured of the tank; the rest follows from it. */
export const DeliveryFigures = z.object({
  stationId: Ref('stations'),
  tankId: Ref('tanks'),
  /** What the tanker brought; the tank's own product where nothing is said. */
  productId: Ref('products').nullable().default(null),
  /** 原发量: what the delivery note says for this tank; null until there is a note. */
  deliveryVolumeCl: Volume.min(1).nullable().default(null),
  weightKg: z.int().min(1).max(1_000_000).nullable().default(null),
  /** kg/m³, of the load. @source requirement FUE-013 */
  density: z.number().min(600).max(1000).multipleOf(0.1, 'oneDecimal').nullable().default(null),
  densityKind: DensityKind.default('observed'),
  /** Of the load. */
  temperature: Temperature,
  beginTime: Instant,
  /** Null while it unloads. */
  endTime: Instant.nullable().default(null),
  beforeOilHeightMm: Height,
  beforeWaterHeightMm: Height,
  beforeVolumeCl: Volume,
  beforeTemperature: Temperature,
  afterOilHeightMm: Height,
  afterWaterHeightMm: Height,
  afterVolumeCl: Volume.nullable().default(null),
  afterTemperature: Temperature,
})

/** What a delivery comes to: 卸油量, 付油量, 实收量, 损溢. Null as long as something that it follows from is not known. */
const sums = {
  /** After − before; below zero where the tank held less afterwards. */
  offloadedCl: Centilitres.nullable(),
  /** Sold from the tank's nozzles between begin and end, by all sales that are known; fixed once its shift is settled. */
  soldCl: Centilitres,
  /** Offloaded and sold meanwhile: what came out of the tanker. */
  totalCl: Centilitres.nullable(),
  /** Total − delivery volume; below zero is short. */
  profitLossCl: Centilitres.nullable(),
}

/**
 * 进油: fuel that came into one tank. A tanker that fills several tanks makes a record for each, under the same document.
 * @source requirement FUE-001; decisions WS7, WS8, WS10 to WS13
 */
export const oilInfos = resource('oilInfos', {
  table: 'delivery_state',
  storedIn: 'delivery',
  scope: 'station',
  permission: 'oilInfo',
  body: DeliveryFigures.extend({
    docNo: Text(40).default(''),
    /** Of the tanker; with its trailer's, where that is written down. */
    plate: Text(20).default(''),
    /** Who sold the fuel. @source decisions SU15 */
    fuelSupplierId: Ref('suppliers').nullable().default(null),
    /** What that one was called when it was chosen; of others what was typed. */
    supplier: Text(60).default(''),
    incident: DeliveryIncident.nullable().default(null),
    /** Why the tank held less afterwards, or how the incident came about. */
    reason: Text(200).default(''),
    /** The quality certificate of the load. */
    certificateId: FileRef('deliveryCertificate').nullable().default(null),
    remark: LongText(500).default(''),
  }),
  read: {
    status: OilInfoStatus,
    ...sums,
    /** 签收量: what was signed for with it, as its tank measures litres: what the book takes in. Null while no load was signed for. */
    signedCl: Centilitres.nullable(),
    /** The closed shift that counts it. */
    classSettleId: Ref('classSettles').nullable(),
    /** The settled delivery that this one takes back, and the one that has taken this one back. */
    correctsId: Ref('oilInfos').nullable(),
    correctedById: Ref('oilInfos').nullable(),
    correctionReason: z.string().nullable(),
    createdDate: Instant,
  },
  label: ['docNo'],
  sort: 'beginTime,desc',
  totals: ['deliveryVolumeCl', 'offloadedCl', 'soldCl', 'totalCl', 'profitLossCl'],
})

/**
 * The same at the reference temperature: each volume is corrected by its own temperature and the density of the load, then they are added.
 * What was sold meanwhile is as warm as what then lies in the tank. Null where something that is needed is not known; the volumes say what.
 * @source decisions WS7, WS8
 */
const AtReference = z.object({
  settings: MeasureSetting,
  offloadedCl: Centilitres.nullable(),
  totalCl: Centilitres.nullable(),
  profitLossCl: Centilitres.nullable(),
  volumes: z.object({ before: Converted, after: Converted, sold: Converted, note: Converted.nullable() }),
})
export type DeliveryAtReference = z.output<typeof AtReference>

const allowance = {
  /** What may be lost of what the note says, and by which rule; null where none is set. */
  allowedLossCl: Centilitres.nullable(),
  allowedBy: z.string().nullable(),
}

/** What a delivery would come to as it is entered. */
const Foreseen = z.object({
  ...sums,
  atReference: AtReference.nullable(),
  ...allowance,
  /** What the tank may be filled to. */ stopCl: Centilitres,
  /** Of the tank. */ productId: Id,
})
export type DeliveryForeseen = z.output<typeof Foreseen>

export const deliveryCalls = {
  preview: endpoint('POST', '/oilInfos/preview', {
    permission: 'oilInfo.write',
    reads: true,
    body: DeliveryFigures.strict(),
    returns: Foreseen,
    summary: 'What a delivery comes to by what was entered so far; nothing is saved',
  }),
  atReference: endpoint('GET', '/oilInfos/:id/atReference', {
    permission: 'oilInfo.read',
    returns: z.object({ atReference: AtReference.nullable(), ...allowance }),
    summary: 'What a delivery comes to at the reference temperature, and how each volume was converted; null while it unloads',
  }),
  releaseNozzles: endpoint('POST', '/oilInfos/:id/releaseNozzles', {
    permission: 'oilInfo.releaseNozzles',
    body: z.strictObject({ reason: Name(200), pinProof: PinProof }),
    /** The numbers of the nozzles that give fuel again. */
    returns: z.object({ nozzles: z.array(z.int()) }),
    summary: 'Releases the nozzles that an incident of this delivery has blocked',
  }),
}
