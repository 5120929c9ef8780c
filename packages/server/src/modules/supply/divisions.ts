import { areaList } from '@vant/area-data'

/** The year of the table in the library: codes change each year, and a depot keeps the names that it was entered with. */
export const divisionYear = 2024

export interface Division {
  readonly province: string
  readonly city: string
  readonly area: string
}

/**
 * What a code of GB/T 2260 is called: the code of a province, of a city, or of an area. Undefined where the table has no such code.
 * @source requirement SUP-018, decision SU16
 */
export function divisionOf(code: string): Division | undefined {
  const { province_list: provinces, city_list: cities, county_list: areas } = areaList
  const province = named(provinces, `${code.slice(0, 2)}0000`)
  if (province === undefined) return undefined
  if (code.endsWith('0000')) return { province, city: '', area: '' }
  const city = named(cities, `${code.slice(0, 4)}00`)
  if (code.endsWith('00')) return city === undefined ? undefined : { province, city, area: '' }
  const area = named(areas, code)
  return area === undefined ? undefined : { province, city: city ?? '', area }
}

const named = (list: Readonly<Record<string, string>>, code: string) => (Object.hasOwn(list, code) ? list[code] : undefined)
