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
  idempotencyKey: {
    companyId: number
    actor: string
    key: string
    requestHash: Buffer
    answer: Json | null
    at: Instant
  }
  outboxEvent: {
    id: Generated<number>
    companyId: number
    stationId: number | null
    topic: string
    payload: Json
    at: Instant
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
}
