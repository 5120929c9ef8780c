// Written by `npm run db:types` from db/migrations; not edited by hand.
import type { ColumnType } from 'kysely'

/** May be left out of an insert. */
type Generated<T> = [T] extends [ColumnType<infer S, infer I, infer U>] ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
/** Kept by the database alone. */
type Computed<T> = [T] extends [ColumnType<infer S, any, any>] ? ColumnType<S, never, never> : ColumnType<T, never, never>
type Instant = ColumnType<string, Date | string, Date | string>
/** Read as it is, written as JSON text. */
type Json = ColumnType<any, string, string>

export interface Tables {
  auditEntry: {
    id: Generated<number>
    companyId: number
    actor: string
    action: string
    subject: string
    detail: Json
    requestId: string
    at: Instant
  }
  auditPending: {
    auditEntryId: number
    companyId: number
  }
  auditSeal: {
    companyId: number
    n: number
    auditEntryId: number
    hash: Buffer
  }
  category: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    stationId: number
    type: string
    name: string
    hidden: Generated<boolean>
    weight: Generated<number>
    createdDate: Generated<Instant>
  }
  company: {
    id: Generated<number>
    version: Generated<number>
    code: string
    name: string
    description: Generated<string>
    address: Generated<string>
    contact: Generated<string>
    phone: Generated<string>
    currency: Generated<string>
    currencyName: Generated<string>
    symbol: Generated<string>
    timeZone: Generated<string>
    isDemo: Generated<boolean>
    createdDate: Generated<Instant>
  }
  companyDirectory: {
    code: string
    company: number
  }
  companyGroup: {
    id: Generated<number>
    name: string
  }
  companyGroupMember: {
    companyGroupId: number
    company: number
  }
  dailyState: {
    id: Generated<number>
    companyId: number
    stationId: number
    isNatureDay: boolean
    businessDay: string
    number: number
    startTime: Instant
    endTime: Instant | null
    status: string
    startedBy: string
    closedBy: string | null
    forced: Generated<boolean>
    createdDate: Generated<Instant>
  }
  device: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    stationId: number
    name: string
    type: string
    group: Generated<string>
    softwareVersion: Generated<string>
    enabled: Generated<boolean>
    lastSeen: Instant | null
    lastSync: Instant | null
    clockOffsetMs: number | null
    createdDate: Generated<Instant>
  }
  deviceCredential: {
    deviceId: number
    companyId: number
    secretHash: Buffer
    issuedAt: Instant
  }
  dispenser: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    stationId: number
    number: number
    name: string
    pictureId: number | null
    protocol: Generated<string>
    state: string | null
    stateAt: Instant | null
    createdDate: Generated<Instant>
  }
  idempotencyKey: {
    companyId: number
    actor: string
    key: string
    requestHash: Buffer
    answer: Json | null
    at: Instant
  }
  item: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    stationId: number
    productId: number | null
    categoryId: number
    name: string
    code: string
    barcode: Generated<string>
    priceCents: number | null
    priceType: Generated<string>
    inventory: Generated<number>
    taxRate: number
    hidden: Generated<boolean>
    createdDate: Generated<Instant>
  }
  nozzleControl: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    stationId: number
    logicNo: number
    physicalNo: number
    dispenserId: number
    tankId: number
    itemId: number | null
    state: string | null
    stateAt: Instant | null
    createdDate: Generated<Instant>
  }
  outboxEvent: {
    id: Generated<number>
    companyId: number
    stationId: number | null
    topic: string
    payload: Json
    at: Instant
  }
  printer: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    stationId: number
    name: string
    protocol: Generated<string>
    address: Generated<string>
    createdDate: Generated<Instant>
  }
  product: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    code: string
    name: string
    classification: string
    taxRate: number
    description: Generated<string>
    color: string | null
    createdDate: Generated<Instant>
  }
  productPrice: {
    id: Generated<number>
    companyId: number
    stationId: number
    productId: number
    priceCents: number
    fromAt: Instant
    setById: number | null
    createdDate: Generated<Instant>
  }
  station: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    code: string
    name: string
    description: Generated<string>
    country: Generated<string>
    address: Generated<string>
    longitude: number | null
    latitude: number | null
    contact: Generated<string>
    phone: Generated<string>
    macAddress: Generated<string>
    unionCardStationId: Generated<string>
    timeZone: Generated<string>
    enableShiftSettle: Generated<boolean>
    endTime: Instant | null
    expireTime: Instant | null
    notifyDays: Generated<number>
    orderCount: Generated<number>
    createdDate: Generated<Instant>
  }
  tank: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    stationId: number
    number: number
    productId: number
    itemId: number | null
    description: Generated<string>
    maxVolumeCl: number
    volumeCl: Generated<number>
    oilHeightMm: Generated<number>
    waterHeightMm: Generated<number>
    temperature: number | null
    measuredAt: Instant | null
    createdDate: Generated<Instant>
  }
  tankGauge: {
    id: Generated<number>
    version: Generated<number>
    companyId: number
    stationId: number
    name: string
    protocol: Generated<string>
    address: Generated<string>
    createdDate: Generated<Instant>
  }
}
