interface Place {
  readonly longitude: number | null
  readonly latitude: number | null
}

const earthKm = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Between two places, as the crow flies: nobody drives less. Null where one of them is not known. */
export function distanceKm(one: Place, other: Place): number | null {
  if (one.longitude === null || one.latitude === null || other.longitude === null || other.latitude === null) return null
  const [north, east] = [radians(other.latitude - one.latitude), radians(other.longitude - one.longitude)]
  const chord = Math.sin(north / 2) ** 2 + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * Math.sin(east / 2) ** 2
  return 2 * earthKm * Math.asin(Math.sqrt(Math.min(1, chord)))
}

export const hoursBetween = (one: string, other: string): number => Math.abs(Date.parse(other) - Date.parse(one)) / 3_600_000
