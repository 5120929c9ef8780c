import { foundDeliveries } from '@forecourt/contract/measure/found-deliveries.ts'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { deliveriesOfLog, LogFault, readGaugeLog, usualLog } from './gauge-log.ts'

const line = (time: string, litres: string) => `${time};;;1;0;${litres};15;;`

test('a log is read by its columns, with decimal commas, and what cannot be read is named by its line', () => {
  const text = ['2014-01-01 00:05:00;;;1;0;9511,4;15;;', line('yesterday', '9'), line('2014-01-01 00:10:00', '')].join('\n')
  const { tanks, faults } = readGaugeLog(text, usualLog)
  expect(tanks).toEqual(new Map([['1', [{ at: Date.parse('2014-01-01T00:05:00Z'), volumeCl: 951_140 }]]]))
  expect(faults).toEqual(['line 2: "yesterday" is no time', 'line 3: "" is no volume'])
})

test('columns may be named, and times be those of a zone', () => {
  const text = 'litres,when,tank\n1000.5,2025-01-01T08:00:00,A\n1000.5,2025-01-01T08:05:00+01:00,A\n'
  const format = { delimiter: ',', time: 'when', tank: 'tank', volume: 'litres', zone: 'Asia/Shanghai' }
  const { tanks } = readGaugeLog(text, format)
  expect(tanks.get('A')!.map(({ at }) => new Date(at).toISOString())).toEqual(['2025-01-01T00:00:00.000Z', '2025-01-01T07:05:00.000Z'])
  expect(() => readGaugeLog(text, { ...format, tank: 'tanks' })).toThrow(LogFault)
})

test('what is found is printed as CSV, one line a delivery', () => {
  const minutes = Array.from({ length: 60 }, (_, i) => i * 5)
  const litresAt = (minute: number) => (minute < 100 ? 2000 : Math.min(8000, 2000 + (minute - 100) * 300))
  const time = (minute: number) => new Date(Date.parse('2025-01-01T00:00:00Z') + minute * 60_000).toISOString().slice(0, 19)
  const log = readGaugeLog(minutes.map(minute => line(time(minute), String(litresAt(minute)))).join('\n'), usualLog)
  expect(deliveriesOfLog(log)).toEqual([
    'tank,begin,end,before,after,rise,soldMeanwhile,litres,uncertainty,over',
    '1,2025-01-01T01:40:00Z,2025-01-01T02:00:00Z,2000.00,8000.00,6000.00,0.00,6000.00,0.00,yes',
  ])
})

/** A week of four tanks as their gauges told it, where the folder that holds it is named. */
const realData = process.env['REAL_DATA_DIR'] && join(process.env['REAL_DATA_DIR'], 'tank-gauge')
describe.runIf(realData && existsSync(realData))('a real week of four tanks', () => {
  const text = (name: string) => readFileSync(join(realData!, name), 'utf8')
  const came = () =>
    text('refuel.log')
      .trim()
      .split(/\r?\n/)
      .map(row => row.split(';') as [string, string, string])
      .map(([time, tank, litres]) => ({ tank, at: Date.parse(`${time.replace(' ', 'T')}Z`), cl: Number(litres.replace(',', '.')) * 100 }))

  test('shows nine deliveries of nine and none besides, within five minutes, four percent each and one percent together', () => {
    const { tanks, faults } = readGaugeLog(text('tankMeasures.log'), usualLog)
    expect(faults).toEqual([])
    const found = [...tanks].flatMap(([tank, readings]) => foundDeliveries(readings).map(delivery => ({ tank, ...delivery })))
    const truth = came()
    expect(found.length).toBe(9)
    expect(truth.length).toBe(9)
    for (const { tank, at, cl } of truth) {
      const its = found.find(one => one.tank === tank && Math.abs(one.beginAt - at) <= 5 * 60_000)!
      expect(its, `${tank} ${new Date(at).toISOString()}`).toBeDefined()
      expect(Math.abs(its.litresCl / cl - 1)).toBeLessThan(0.04)
    }
    const sum = (of: readonly number[]) => of.reduce((total, cl) => total + cl, 0)
    expect(Math.abs(sum(found.map(({ litresCl }) => litresCl)) / sum(truth.map(({ cl }) => cl)) - 1)).toBeLessThan(0.01)
  })
})
