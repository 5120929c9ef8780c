import { z } from 'zod'
import { endpoint } from '../kit.ts'
import { modes, standards } from '../measure/engine/terms.ts'
import { PayType, PayTypeLines, TenderType } from '../order/pay-type.ts'
import { Id, Instant } from '../units.ts'
import { firstPages, homeTiles } from './home-page.ts'

/** How many months one query may reach over. @source decisions.md E8 */
const Months = z.int().min(1).max(36)
const Label = z.string().trim().min(1).max(20)

/**
 * What a station works by. Each key is set as a whole: by the station, else by its company, else as `defaults` says.
 * @source spec 0 §3 "Station as held by the session", 1 §3
 */
export const stationSettings = {
  /** From how many days before the end of service its users are reminded; the same fact as `notifyDays`. */
  notify: z.strictObject({ days: z.int().min(0).max(365) }),
  /** Months that one query of lists, and one of statistics, may reach over. */
  search: z.strictObject({ queryScope: Months, statisticsScope: Months }),
  /** What was bought: cards, payment platforms, the shop, RFID. What was not is left out of the menu (decision C7). */
  package: z.strictObject({ card: z.boolean(), payment: z.boolean(), store: z.boolean(), rfid: z.boolean() }),
  /** Labels that stand in place of a pay type's own. */
  otherTradeType: z.partialRecord(PayType, Label),
  /** How the station takes each tender, in the order in which they are offered; what is left out is taken as usual. */
  payTypes: PayTypeLines,
  /** How a top-up may be paid over the counter, in the order they are offered. */
  webChargeTradeType: z.array(TenderType).max(TenderType.options.length),
  /** Whether the pages look for card reader and dongle on the user's own machine. */
  device: z.strictObject({ localService: z.boolean() }),
  /**
   * 启动界面: the page that is opened first, for everyone who may open it, and the home page when null; and which parts of the home page
   * are shown there, all of them when null or absent. @source requirement SCR-007
   */
  homePage: z.strictObject({
    page: z
      .string()
      .trim()
      .min(1)
      .max(60)
      .refine(named => named === 'home' || firstPages.some(({ name }) => name === named), 'firstPage')
      .nullable(),
    tiles: z.array(z.enum(homeTiles)).min(1).max(homeTiles.length).nullable().optional(),
  }),
  /** Whether orders of this station are not invoiced here. */
  invoice: z.strictObject({ disableInvoice: z.boolean() }),
  /**
   * How far a settlement may be off before its figures are typed again with a reason: money for each tender, litres for each product
   * (so many hundredths of a percent of what the pumps measured, and no less than `volumeCl`).
   */
  tolerance: z.strictObject({
    cashCents: z.int().min(0).max(100_000_00),
    volumeBasisPoints: z.int().min(0).max(1000),
    volumeCl: z.int().min(0).max(10_000_00),
  }),
  /** When a tank wants somebody to act: below this share of its volume, or above this height of water. */
  tanks: z.strictObject({ lowPercent: z.int().min(0).max(90), waterMaxMm: z.int().min(0).max(500) }),
  /**
   * From which share of its volume on a tank is nearly full, from which one unloading stops, and for how many minutes a gauge may be
   * silent; 0 minutes: it is not watched. After how many minutes without an acknowledgement the next contacts are written to, and how
   * often at most.
   */
  tankAlarms: z.strictObject({
    highPercent: z.int().min(50).max(100),
    stopPercent: z.int().min(50).max(100),
    silentMinutes: z.int().min(0).max(10_080),
    escalateMinutes: z.int().min(1).max(1440).default(10),
    turnsMost: z.int().min(1).max(30).default(6),
  }),
  /** 换油品: what may still lie in a tank that counts as emptied; none of it can be drawn. @source decisions WS20 */
  productChange: z.strictObject({ residueLitres: z.int().min(0).max(2000) }),
  /**
   * 检漏: how far the meters of the pumps may be off, in millilitres of the 20 litres that they are verified with. What they may be off by
   * and what leaks look alike. From how many millilitres an hour a leak in quiet hours, and from how many litres what a tank loses at once
   * while nothing is sold, raises an alarm; 0: it is not watched. @source docs/adr/0092, docs/adr/0097
   */
  leakControl: z.strictObject({
    meterMl: z.int().min(0).max(200),
    leakMlPerHour: z.int().min(0).max(100_000).default(200),
    lossLitres: z.int().min(0).max(10_000).default(50),
  }),
  /**
   * What counts as a delivery that the readings of a gauge show: from how many litres on, with which pause at most in it; and how far from
   * it, in minutes and in percent of its litres, a recorded delivery may be that is taken for the same one. How well a delivery note is
   * known (two standard deviations, in hundredths of a percent), and how sure it must be before a load is called short or over.
   */
  foundDeliveries: z.strictObject({
    leastLitres: z.int().min(50).max(10_000),
    pauseMinutes: z.int().min(1).max(240),
    matchMinutes: z.int().min(0).max(1440),
    matchPercent: z.int().min(0).max(50),
    noteBasisPoints: z.int().min(0).max(200),
    confidencePercent: z.int().min(60).max(99),
  }),
  /**
   * 模拟订单: a unit price at or below this many cents a litre is refused of a simulated order; lower where a currency or a fuel needs it.
   * What was delivered is booked whatever it cost. @source requirement FUE-022, decisions WS18
   */
  deviceOrders: z.strictObject({ simulatedAboveCents: z.int().min(0).max(100_000_00) }),
  /** What the union card is called here. */
  unionCard: z.strictObject({ cardName: z.string().trim().max(20) }),
  /**
   * 最高限价: what a litre of a fuel may cost at most unless a PIN is given, by the code of the product or of its base fuel, and the notice
   * that says so. @source decisions WS23
   */
  priceCeilings: z
    .array(
      z.strictObject({
        code: z.string().trim().min(1).max(20),
        priceCents: z.int().min(1).max(10_000_000),
        source: z.string().trim().min(1).max(100),
      }),
    )
    .max(100),
  /**
   * 定额损耗: how much of a delivery may be lost on the way, in hundredths of a percent of what its note says, by the code of the product or of
   * its base fuel and by the months of the year, and the rule that says so. @source decisions WS23
   */
  deliveryLoss: z
    .array(
      z.strictObject({
        code: z.string().trim().min(1).max(20),
        fromMonth: z.int().min(1).max(12),
        toMonth: z.int().min(1).max(12),
        basisPoints: z.int().min(0).max(1000),
        source: z.string().trim().min(1).max(100),
      }),
    )
    .max(100),
  /** What departs from the usual is entered twice: a price that changes by more than so many percent, an amount from so much on. */
  confirm: z.strictObject({ pricePercent: z.int().min(0).max(1000), amountCents: z.int().min(1_00).max(100_000_000_00) }),
} as const

export const MeasureSetting = z.strictObject({
  standard: z.enum(standards),
  /** In °C. */
  reference: z.literal([15, 20]),
  mode: z.enum(modes),
})

const Ceiling = z.int().min(0).max(100_000_000_00)
/** What a company works by besides; the stations' keys stand for all of its stations that set none. */
export const companySettings = {
  ...stationSettings,
  /** 账户分配比例: among how many accounts stations divide their money. @source requirement PAY-009 */
  accountRatio: z.strictObject({ accounts: z.literal([2, 3]) }),
  /** What the stored-value card is called. */
  debitCard: z.strictObject({ cardName: z.string().trim().max(20) }),
  /** Notes and coins that the cash is counted by; empty for those of the company's currency. */
  denominations: z.array(z.int().min(1).max(100_000_00)).max(40),
  /** `short`: 2 to 32 characters, for companies that cannot yet do without; what everyone uses is refused all the same. */
  passwords: z.strictObject({ rule: z.enum(['strong', 'short']) }),
  /** Whether a bearer card is reported lost, against the receipt of its newest top-up. @source decisions CD13 */
  bearerCards: z.strictObject({ loss: z.boolean() }),
  /** 油品计量: by which standard litres and tons are converted, to which temperature, and whether by formula or by the printed tables. */
  measurement: MeasureSetting,
  /**
   * 签收: how far what is signed for of a load may be from what its deliveries measured, in hundredths of a percent of that; beyond it the
   * signature takes a PIN, and the tanks keep the notes of the deliveries. @source docs/adr/0109, docs/adr/0110
   */
  loadSignature: z.strictObject({ apartBasisPoints: z.int().min(0).max(2000) }),
  /** 余额提醒: whether they are sent, and the level that is offered where a card has none yet; 0 offers none. */
  lowBalance: z.strictObject({ on: z.boolean(), levelCents: z.int().min(0).max(10_000_000_00) }),
  /** 优惠短信: the language in which members are told of offers, and the hours in which nobody is: the same hour twice is none. */
  notices: z.strictObject({
    language: z.enum(['zh', 'en']),
    quietFromHour: z.int().min(0).max(23),
    quietUntilHour: z.int().min(0).max(23),
  }),
  /** For how many years what is known of a member is kept, sealed, once the membership was closed. @source decisions ME14 */
  formerMembers: z.strictObject({ keepYears: z.int().min(0).max(30) }),
  /** What holds for prepaid cards; 0 stands for no rule. The company's counsel confirms the figures. @source decisions CD16 */
  prepaid: z.strictObject({
    /** At most so much on a card with a holder, and on a bearer card. */
    namedCentsMax: Ceiling,
    bearerCentsMax: Ceiling,
    /** A card with a holder has no last day; a bearer card is valid for so many years at least. */
    namedWithoutEnd: z.boolean(),
    bearerYearsMin: z.int().min(0).max(30),
    /** The holder's identity is checked for every card with a holder, and for bearer cards from so much paid in at once. */
    identity: z.boolean(),
    bearerIdentityCents: Ceiling,
    /** From so much on, paid in at once by a fleet or by a person, cash is not taken. */
    unitTransferCents: Ceiling,
    personTransferCents: Ceiling,
  }),
} as const

/** As it is kept and sent: the keys that were set, and no others. */
export const StationConfig = z.strictObject(stationSettings).partial()
export type StationConfig = z.output<typeof StationConfig>
export const CompanyConfig = z.strictObject(companySettings).partial()
export type CompanyConfig = z.output<typeof CompanyConfig>
type Whole<S extends Record<string, z.ZodType>> = { readonly [Key in keyof S]: z.output<S[Key]> }
export type StationSettings = Whole<typeof stationSettings>
export type CompanySettings = Whole<typeof companySettings>

export const stationKeys = Object.keys(stationSettings) as (keyof StationSettings)[]
export const companyKeys = Object.keys(companySettings) as (keyof CompanySettings)[]

const Done = z.object({ id: Id, version: z.int() })
/** PUT /stations/{id}/config: the keys the station sets itself, as a whole; a key left out is its company's again. */
export const setStationConfig = endpoint('PUT', '/stations/:id/config', {
  permission: 'org.stationConfig.write',
  body: z.strictObject({ version: z.int(), config: StationConfig }),
  returns: Done,
  summary: 'Sets what a station works by; what is left out is as its company says',
})
/**
 * PUT /companies/{id}/config: what its stations work by unless they say otherwise. With an empty body it is rebuilt from the defaults
 * (what says no more than they do is let go), and its stations are told to read it anew.
 */
export const setCompanyConfig = endpoint('PUT', '/companies/:id/config', {
  permission: 'org.companyConfig.write',
  body: z
    .strictObject({ version: z.int().optional(), config: CompanyConfig.optional() })
    .refine(({ version, config }) => (version === undefined) === (config === undefined), { path: ['version'], message: 'configVersion' }),
  returns: Done.extend({
    /** Keys that said what the defaults say, and are theirs again. */
    released: z.array(z.string()),
    /** Stations that are notified. */
    stations: z.int(),
  }),
  summary: 'Sets what a company works by; without one, rebuilds it from the defaults and tells its stations to read it anew',
})

const SystemConfig = z.object({ id: Id, version: z.int(), config: CompanyConfig, modifiedDate: Instant.nullable() })
/** 系统配置: what holds for every company that sets nothing else. Anyone who runs the system sets it; administrators read it. */
export const systemConfigs = {
  list: endpoint('GET', '/systemConfigs', {
    permission: 'org.systemConfig.read',
    returns: z.object({ content: z.array(SystemConfig), totalElements: z.int() }),
    summary: 'Lists the settings of the whole installation',
  }),
  update: endpoint('PUT', '/systemConfigs/:id', {
    permission: 'org.systemConfig.write',
    body: z.strictObject({ version: z.int(), config: CompanyConfig }),
    returns: SystemConfig,
    summary: 'Sets what every company works by that says nothing else',
  }),
}
