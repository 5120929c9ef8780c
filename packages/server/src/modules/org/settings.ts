import {
  companies,
  companyKeys,
  settingDetail,
  settingsOf,
  stationKeys,
  stations,
  type CompanyConfig,
  type CompanySettings,
  type StationConfig,
} from '@forecourt/contract'
import type { Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { getOf } from '../../platform/search/list.ts'
import { systemConfig } from './system-config.ts'

/** What a company set, and what a station of it set. The days of notice are a column of the station's: one fact, one place. */
interface Kept {
  readonly system: CompanyConfig
  readonly company: CompanyConfig
  readonly station?: StationConfig
}

async function companyConfig({ tx }: Ctx, id: number): Promise<CompanyConfig> {
  const { config } = await tx.selectFrom('company').where('id', '=', id).select('config').executeTakeFirstOrThrow()
  return config as CompanyConfig
}

/** What a company works by, in whole. */
export const settingsOfCompany = async (ctx: Ctx, id: number): Promise<CompanySettings> =>
  settingsOf(await companyConfig(ctx, id), {}, await systemConfig(ctx))

const ofCompany = async (ctx: Ctx, id: number): Promise<Kept> => ({
  system: await systemConfig(ctx),
  company: await companyConfig(ctx, id),
})

async function stationConfig(ctx: Ctx, id: number): Promise<Required<Kept>> {
  const { config, company, system, notifyDays } = await ctx.tx
    .selectFrom('station')
    .innerJoin('company', 'company.id', 'station.companyId')
    .where('station.id', '=', id)
    .select(['station.config', 'notifyDays', 'company.config as company'])
    .select(of => of.selectFrom('systemConfig').select('systemConfig.config').as('system'))
    .executeTakeFirstOrThrow()
  const station = { ...(config as StationConfig), notify: { days: notifyDays } }
  return { system: system as CompanyConfig, company: company as CompanyConfig, station }
}

/** What a station works by, in whole. */
export async function settingsOfStation(ctx: Ctx, id: number): Promise<CompanySettings> {
  const { system, company, station } = await stationConfig(ctx, id)
  return settingsOf(company, station, system)
}

/** What each of these stations works by, in whole. */
export async function settingsOfStations(tx: Ctx['tx'], ids: readonly number[]): Promise<ReadonlyMap<number, CompanySettings>> {
  const rows = await tx
    .selectFrom('station')
    .innerJoin('company', 'company.id', 'station.companyId')
    .where('station.id', 'in', [...new Set(ids), 0])
    .select(['station.id', 'station.config', 'notifyDays', 'company.config as company'])
    .select(of => of.selectFrom('systemConfig').select('systemConfig.config').as('system'))
    .execute()
  return new Map(
    rows.map(({ id, config, company, system, notifyDays }) => {
      const station = { ...(config as StationConfig), notify: { days: notifyDays } }
      return [id, settingsOf(company as CompanyConfig, station, system as CompanyConfig)]
    }),
  )
}

/** How many months one query may reach over, at what was chosen; of several companies, as far as one of them allows. */
export async function searchScope(ctx: Ctx): Promise<CompanySettings['search']> {
  const { stationId, companyId, companyIds } = ctx.scope
  if (stationId !== undefined) {
    const { system, company, station } = await stationConfig(ctx, stationId)
    return settingsOf(company, station, system).search
  }
  const kept = await ctx.tx
    .selectFrom('company')
    .where('id', 'in', companyId === undefined ? [...companyIds, 0] : [companyId])
    .select(['config', eb => eb.selectFrom('systemConfig').select('systemConfig.config').as('system')])
    .execute()
  const scopes = kept.map(({ config, system }) => settingsOf(config as CompanyConfig, {}, system as CompanyConfig).search)
  return {
    queryScope: Math.max(1, ...scopes.map(({ queryScope }) => queryScope)),
    statisticsScope: Math.max(1, ...scopes.map(({ statisticsScope }) => statisticsScope)),
  }
}

/** Paths of an `expand` that lead into settings, apart from those that lead to other records. */
const leadsIn = (path: string) => /^(config|configDetail|authCodeDetail)(\.|$)|^company\.config(\.|$)/.test(path)
export const partExpand = (paths: readonly string[] = []) => ({
  settings: paths.filter(leadsIn),
  relations: paths.filter(path => !leadsIn(path)),
})

/** The keys that `config`, `config.search` … ask for under a name; none when it is not asked for. @throws expand.unknown */
function asked<Key extends string>(name: string, paths: readonly string[], keys: readonly Key[]): readonly Key[] {
  const own = paths.filter(path => path === name || path.startsWith(`${name}.`))
  if (own.includes(name)) return keys
  return [...new Set(own.map(path => keys.find(key => path === `${name}.${key}`) ?? refuse('expand.unknown', { path })))]
}

const pick = (keys: readonly string[], of: (key: never) => unknown) => Object.fromEntries(keys.map(key => [key, of(key as never)]))

/** `config` is what holds, `configDetail` where it comes from and what may be chosen (decision C13). */
function shownOf({ system, company, station }: Kept, paths: readonly string[], keys: readonly string[], under = '') {
  const [values, details] = [asked(`${under}config`, paths, keys), asked(`${under}configDetail`, paths, keys)]
  const inForce = settingsOf(company, station, system) as unknown as Record<string, unknown>
  return {
    ...(values.length > 0 && { config: pick(values, key => inForce[key]) }),
    ...(details.length > 0 && { configDetail: pick(details, key => settingDetail(key, company, station, system)) }),
  }
}

/** A station with whatever was asked for of its settings and its company's. @throws notFound, expand.unknown */
export async function stationWith(ctx: Ctx, id: number, expand: readonly string[]) {
  const { settings, relations } = partExpand(expand)
  const wanted = settings.some(path => path.startsWith('company.'))
  const row = await getOf(ctx.tx, stations, id, wanted ? [...relations, 'company'] : relations, ctx.scope)
  const company = row['company'] as Record<string, unknown> | null
  if (company) company['property'] = { currency: company['currencyName'], symbol: company['symbol'] }
  if (settings.length === 0) return row
  const kept = await stationConfig(ctx, id)
  if (company && wanted) Object.assign(company, shownOf({ system: kept.system, company: kept.company }, settings, companyKeys, 'company.'))
  return {
    ...row,
    ...shownOf(kept, settings, stationKeys),
    // No authorization code has been given to any station yet.
    ...(settings.some(path => path.startsWith('authCodeDetail')) && { authCodeDetail: null }),
  }
}

/** A company with whatever was asked for of its settings. @throws notFound, expand.unknown */
export async function companyWith(ctx: Ctx, id: number, expand: readonly string[]) {
  const { settings, relations } = partExpand(expand)
  const row = await getOf(ctx.tx, companies, id, relations, ctx.scope)
  const property = { currency: row.currencyName, symbol: row.symbol }
  if (settings.length === 0) return { ...row, property }
  return { ...row, property, ...shownOf(await ofCompany(ctx, id), settings, companyKeys) }
}

export const noticeOf = async (ctx: Ctx, config: StationConfig, companyId: number): Promise<number> =>
  (config.notify ?? (await settingsOfCompany(ctx, companyId)).notify).days
