import { z } from 'zod'
import { Id, Instant, Mobile, Name, Pattern, Ref, Text, type FieldMeta } from '../units.ts'
import { AlphanumericCode, Email, ForeignCode } from '../validators.ts'
import { FileRef } from '../file/attachment.ts'
import type { CompanySettings } from './config.ts'
import type { SettingDetails } from './setting-detail.ts'
import { endpoint, resource } from '../kit.ts'

/** What a record is called by machines and on paper: letters, digits, dot, dash and underscore. */
export const Code = Pattern(/^[\p{L}\p{N}._-]{1,32}$/u, 'code')

/** An IANA zone that this build knows; days, shifts and filters are cut in it. */
export const TimeZone = z.string().trim().max(60).refine(isTimeZone, 'timeZone')

/** An ISO 4217 currency counted in hundredths; any other exponent is refused when the company is set up (decision O16). */
export const Currency = Pattern(/^[A-Z]{3}$/, 'currency').refine(countsHundredths, 'currency')

/** What a company is when it is added; its logos come after it, since files belong to a company. */
export const NewCompany = z.object({
  code: Code,
  name: Name(100),
  description: Text(500).default(''),
  address: Text(200).default(''),
  contact: Text(60).default(''),
  phone: Text(30).default(''),
  currency: Currency.default('CNY'),
  /** The word for one unit, as labels say it: 元. */
  currencyName: Name(12).default('元'),
  symbol: Name(6).default('¥'),
  timeZone: TimeZone.default('Asia/Shanghai'),
  /** As the one who runs the system, and the co-branded card, know it. */
  customerId: ForeignCode.default(''),
  unionCardCompanyId: ForeignCode.default(''),
})
const Picture = FileRef('companyPicture').nullable().default(null)
export const Company = NewCompany.extend({
  /** Beside the menu when it is open (4 to 1), and when it is folded (square). */
  bigLogoId: Picture,
  smallLogoId: Picture,
})

/** 油企: the one who owns stations, cards and their money. */
export const companies = resource('companies', {
  table: 'company',
  scope: 'tenant',
  permission: 'org.company',
  body: Company,
  read: { isDemo: z.boolean(), createdById: Ref('users').nullable(), createdDate: Instant },
  beside: {} as { property: { currency: string; symbol: string }; config: Partial<CompanySettings>; configDetail: SettingDetails },
  label: ['code', 'name', 'currencyName', 'symbol', 'bigLogoId', 'smallLogoId'],
  many: {
    stations: ['stations', 'companyId'],
    products: ['products', 'companyId'],
    miniPrograms: ['miniprograms', 'companyId'],
    authTokens: ['authTokens', 'companyId'],
  },
  sort: 'name,asc',
  acts: ['list', 'get', 'update'],
})

/**
 * POST /companies: a company, ready to be worked in. Nobody knows its first administrator's password: it is set through the link
 * in the answer (decision O11).
 */
export const createCompany = endpoint('POST', '/companies', {
  permission: 'org.company.create',
  body: z.strictObject({
    ...NewCompany.shape,
    code: AlphanumericCode,
    /** The rules of prepaid cards that it begins with. @source decisions CD16 */
    prepaid: z.enum(['none', 'chinaSinglePurpose']).default('none'),
    /** Who will administer it; without one, anyone who runs the system does. */
    admin: z
      .strictObject({ name: Name(60), mobile: Mobile.nullable().default(null), email: Email.max(120).nullable().default(null) })
      .refine(({ mobile, email }) => !!mobile || !!email, { path: ['mobile'], message: 'mobileOrEmail' })
      .optional(),
  }),
  returns: z.object({
    id: Id,
    code: Code,
    name: z.string(),
    invitation: z.object({ path: z.string(), expiration: Instant }).nullable(),
  }),
  summary: 'Adds a company, and a link by which its first administrator sets a password',
})

/** Sixteen bytes in hexadecimal, as key ceremonies write them. */
const HexKey = Pattern(/^[0-9A-Fa-f]{32}$/, 'hexKey').meta({ format: 'password' } satisfies FieldMeta)

const CardKey = z.object({
  /** Null where none was set. The key itself never leaves the server (decision C8, E18). */
  mask: z.string().nullable(),
  fingerprint: z.string().nullable(),
  setDate: Instant.nullable(),
  /** Counted from 1 with each key that is set; it stands on every card that was written with it. 0 where none was set. */
  version: z.int(),
})
/** The key that signs a company's cards: set, and known again by its fingerprint, never read. */
export const cardKeys = {
  get: endpoint('GET', '/companies/:id/cardKey', {
    permission: 'org.cardKey.write',
    returns: CardKey,
    summary: 'Reads the mask and the fingerprint of the key that signs cards',
  }),
  set: endpoint('PUT', '/companies/:id/cardKey', {
    permission: 'org.cardKey.write',
    body: z.strictObject({ key: HexKey }),
    returns: CardKey,
    summary: 'Sets the key that signs cards; the answer shows its mask and fingerprint, never the key',
  }),
}

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone.length > 0 && /^[A-Za-z]/.test(zone)
  } catch {
    return false
  }
}

function countsHundredths(currency: string): boolean {
  if (!Intl.supportedValuesOf('currency').includes(currency)) return false
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits === 2
}
