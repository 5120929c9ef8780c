import { geocodes, stations } from '@forecourt/contract'
import { sql } from 'kysely'
import { handle, type Ctx } from '../../platform/execution/command.ts'
import { refuse } from '../../platform/execution/refusal.ts'
import { visible } from '../../platform/search/scope.ts'
import { regions } from './regions.ts'

interface Place {
  readonly name: string
  readonly address: string
  readonly longitude: number
  readonly latitude: number
  readonly from: 'coordinates' | 'station' | 'region'
}

/**
 * Where an address is, after what is known here: coordinates as they are typed, the caller's own stations, the middle of a region.
 * The most exact comes first. @throws geocode.notFound
 */
export const lookUp = handle(geocodes, async (ctx, { query: { address } }) => {
  const typed = typedPlace(address)
  const content = typed ? [typed] : [...(await ofStations(ctx, address)), ...ofRegions(address)]
  if (content.length === 0) refuse('geocode.notFound')
  return { content: content.slice(0, 10) }
})

/** `39.9042, 116.4074`: latitude first, as maps write it; the other way round where only that lies on the globe. */
function typedPlace(text: string): Place | undefined {
  const found = /^(-?\d{1,3}(?:\.\d+)?)[°\s]*[,，\s]\s*(-?\d{1,3}(?:\.\d+)?)°?$/.exec(text.trim())
  if (!found) return undefined
  const [first, second] = [Number(found[1]), Number(found[2])]
  const [latitude, longitude] = Math.abs(first) <= 90 ? [first, second] : [second, first]
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return undefined
  return { name: text, address: '', longitude: rounded(longitude), latitude: rounded(latitude), from: 'coordinates' }
}
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/** Stations whose name or address holds what is asked, or stands within it; those that share more of it first. */
async function ofStations({ tx, scope }: Ctx, asked: string): Promise<Place[]> {
  const { rows } = await sql<Omit<Place, 'from'>>`
    select name, address, longitude::float8 as longitude, latitude::float8 as latitude from station
    where ${visible(stations, scope)} and longitude is not null and latitude is not null
      and (strpos(lower(name), lower(${asked})) > 0 or strpos(lower(address), lower(${asked})) > 0
        or (length(address) >= 4 and strpos(lower(${asked}), lower(address)) > 0) or strpos(lower(${asked}), lower(name)) > 0)
    order by lower(address) = lower(${asked}) desc, lower(name) = lower(${asked}) desc, length(address) desc, id limit 8`.execute(tx)
  return rows.map(row => ({ ...row, from: 'station' }))
}

/** Regions that the address names; one that is named longer says more. */
function ofRegions(asked: string): Place[] {
  const text = asked.toLowerCase()
  return regions
    .filter(({ zh, en }) => text.includes(zh) || new RegExp(`\\b${en.toLowerCase()}\\b`).test(text))
    .toSorted((a, b) => Number(b.city) - Number(a.city))
    .map(({ zh, en, longitude, latitude }) => ({ name: `${zh} ${en}`, address: '', longitude, latitude, from: 'region' }))
}
