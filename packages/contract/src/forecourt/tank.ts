import { z } from 'zod'
import { resource } from '../kit.ts'
import { Centilitres, Instant, Ref, Text } from '../units.ts'

const Height = z.int().min(0).max(20_000)

/** 油罐: what lies beneath, as last measured by gauge or dipstick. */
export const Tank = z.object({
  stationId: Ref('stations'),
  number: z.int().min(1).max(999),
  productId: Ref('products'),
  description: Text(100).default(''),
  /** 连通油罐组: tanks of a station with the same name here are connected, hold one fuel and are reckoned as one. Empty: it stands alone. */
  manifold: Text(20).default(''),
  maxVolumeCl: Centilitres.min(1).max(1_000_000_00),
  volumeCl: Centilitres.min(0).max(1_000_000_00).default(0),
  oilHeightMm: Height.default(0),
  waterHeightMm: Height.default(0),
  /** Degrees Celsius; null when nobody has measured. */
  temperature: z.number().min(-60).max(80).multipleOf(0.1, 'oneDecimal').nullable().default(null),
})

export const tanks = resource('tanks', {
  table: 'tank',
  scope: 'station',
  permission: 'forecourt.tank',
  body: Tank,
  /** The item follows from the product; null until the product has a price at the station. */
  read: { itemId: Ref('items').nullable(), measuredAt: Instant.nullable(), createdDate: Instant },
  label: ['number'],
  many: { nozzleControls: ['nozzleControls', 'tankId'], readings: ['tankReadings', 'tankId'], charts: ['tankCharts', 'tankId'] },
  sort: 'number',
})
