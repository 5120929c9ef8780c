import { describe, expect, test } from 'vitest'
import { groupsOf, regionOf, regionsMost, widthOf, type Site } from './map-layout.ts'

const site = (id: number, longitude: number, latitude: number, soldCents = 100, name = `Station ${id}`): Site => ({
  id,
  name,
  longitude,
  latitude,
  soldCents,
})
const [east, west, london] = [site(1, 121.5069, 31.2453, 400), site(2, 121.4597, 31.1815), site(3, -0.1276, 51.5072)]

describe('maps', () => {
  test('stations of one city share a map, those of another country have their own; what is too much shares the last', () => {
    expect(groupsOf([east, london, west]).map(group => group.map(({ id }) => id))).toEqual([[1, 2], [3]])
    const spread = Array.from({ length: 10 }, (_, at) => site(at, at * 15, 0))
    expect(groupsOf(spread)).toHaveLength(regionsMost)
    expect(groupsOf(spread).flat()).toHaveLength(10)
    // A station between two groups makes them one.
    expect(groupsOf([site(1, 0, 0), site(2, 4, 0), site(3, 2, 0)])).toHaveLength(1)
    expect(groupsOf([])).toEqual([])
  })

  test('north is up, east is right, a kilometre is as long in both directions, and the sheet holds them all', () => {
    const { marks, scale } = regionOf([west, east], 900, 500, 20)
    const [one, other] = [marks.find(({ id }) => id === 1)!, marks.find(({ id }) => id === 2)!]
    expect(one.x).toBeGreaterThan(other.x)
    expect(one.y).toBeLessThan(other.y)
    const perKm = scale.length / scale.km
    expect((other.y - one.y) / perKm).toBeCloseTo((31.2453 - 31.1815) * 111.32, 5)
    expect((one.x - other.x) / perKm).toBeCloseTo((121.5069 - 121.4597) * 111.32 * Math.cos((31.2134 * Math.PI) / 180), 5)
    for (const { x, y } of marks) expect(x > 0 && x < 900 && y > 0 && y < 500).toBe(true)
    expect(scale.length).toBeLessThanOrEqual(900 / 4)
  })

  test('who sells more has the larger mark; a single station stands in the middle, with lines around it', () => {
    const [first, second] = regionOf([west, east], 900, 500, 20).marks
    expect(first!.id).toBe(1)
    expect(first!.radius).toBeGreaterThan(second!.radius)
    const alone = regionOf([london], 400, 300, 20)
    expect([alone.marks[0]!.x, alone.marks[0]!.y]).toEqual([200, 150])
    expect(alone.meridians.map(({ words }) => words).join(' ')).toMatch(/°W/)
    expect(alone.parallels.map(({ words }) => words).join(' ')).toMatch(/51(\.\d+)?°N/)
  })

  test('no name covers another or a mark, nor leaves the sheet; one without room is left out', () => {
    const crowd = Array.from({ length: 60 }, (_, at) => site(at, 121 + (at % 8) * 0.02, 31 + Math.floor(at / 8) * 0.02, at, '滨江加油站'))
    const { marks } = regionOf(crowd, 900, 500, 20)
    const boxes = marks.flatMap(({ label }) => {
      if (!label) return []
      const wide = Math.max(widthOf(label.name, 20), 120)
      const left = label.anchor === 'start' ? label.x : label.anchor === 'end' ? label.x - wide : label.x - wide / 2
      return [{ left, right: left + wide, top: label.y - 24, bottom: label.y + 24 }]
    })
    expect(boxes.length).toBeGreaterThan(3)
    expect(boxes.length).toBeLessThan(60)
    for (const [at, one] of boxes.entries()) {
      expect(one.left >= 0 && one.right <= 900 && one.top >= 0 && one.bottom <= 500).toBe(true)
      for (const other of boxes.slice(at + 1))
        expect(one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom).toBe(false)
    }
  })

  test('a long name is cut where it would leave no room, and keeps its beginning', () => {
    const long = '滨江西站 Riverside West on the River'
    const { marks } = regionOf([site(1, 121.45, 31.16, 1, long), site(2, 121.5, 31.24, 2, long)], 300, 400, 20)
    for (const { label } of marks) expect(label?.name).toMatch(/^滨江西站 ?.*…$/)
    const { marks: roomy } = regionOf([site(1, 121.45, 31.16, 1, long)], 1600, 400, 20)
    expect(roomy[0]!.label!.name).toBe(long)
  })
})
