import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MeasureSettings } from '@forecourt/contract/measure/terms.ts'
import { expect, test } from 'vitest'
import { checkCases } from './cases-file.ts'

const settings: MeasureSettings = { standard: 'gbt1885', reference: 20, mode: 'formula' }
const root = join(import.meta.dirname, '../../../../..')
const reference = readFileSync(join(root, 'docs/measure-cases.csv'), 'utf8')
const check = (...lines: readonly string[]) => checkCases(lines.join('\n'), settings)
const head = 'method,mode,density,temperature,expected,volume,mass'

test('every printed or calculated case of the reference comes out to its last place', () => {
  const { cases, faults } = checkCases(reference, settings)
  expect(faults).toEqual([])
  expect(cases).toBeGreaterThan(120)
})

test('each case is red when its last place is another one', () => {
  const [names, ...lines] = reference.trim().split('\n')
  const column = names!.split(',').indexOf('expected')
  const wrong = lines.map(line =>
    line
      .split(',')
      .map((cell, index) => (index === column ? otherLast(cell) : cell))
      .join(','),
  )
  expect(checkCases([names, ...wrong].join('\n'), settings).faults).toHaveLength(lines.length)
})
const otherLast = (figure: string): string =>
  /\d$/.test(figure) ? figure.slice(0, -1) + ((Number(figure.at(-1)) + 1) % 10) : 'volumeUnknown'

test('a difference is told with its line, what was asked and both figures', () => {
  expect(check(head, '60B,formula,742,27.7,0.99057,,', '', 'vcf20,table,742,27.7,0.9906,,')).toEqual({
    cases: 2,
    faults: ['line 4: vcf20, mode table, density 742, temperature 27.7: expected 0.9906, is 0.9905'],
  })
})

test.each([
  ['other names of a method', head, 'GB/T 1885 Table 60B,Formula,742,27.7,0.99057,,'],
  ['Chinese words', head, '体积修正系数,公式,742,27.7,0.99057,,'],
  ['units and a true minus', head, 'VCF-20,,846,−2.3 °C,1.01856,,'],
  ['°F for a method of °C', head, 'vcf15,,700,95 °F,0.97312,,'],
  ['°C for a method of °F', head, 'ctl,,700,35 °C,0.97387,,'],
  ['semicolons and decimal commas', head.replaceAll(',', ';'), '59B;;722,0;27,5;728,8;;'],
  ['tabs', head.replaceAll(',', '\t'), '59B\t\t722.0\t27.5\t728.8\t\t'],
  ['thousands', head, 'volume20,,742,27.7,"29,717.10","30,000.00",'],
  ['an API gravity', head, 'ctl,,28,110,0.97801,,'],
  ['columns in another order and case', 'Expected,Temperature,Density,METHOD', '0.99057,27.7,742,vcf20'],
  ['a tolerance', 'method,density,temperature,expected,tolerance', 'vcf20,742,27.7,0.9906,0.0001'],
  ['no figure, by a word', head, 'vcf20,,640,20,none,,'],
  ['no figure, by its reason', head, 'vcf20,,640,20,densityOutOfRange,,'],
  ['no figure, by nothing', head, 'vcf20,,742,,,,'],
  ['another standard for one line', `${head},standard,reference`, 'vcf,,700,35,0.97311,,,API MPMS 11.1,15'],
  ['a chart', 'method,height,points,expected', 'chart,15,10:1;20:1.51,1.26'],
])('reads %s', (_, names, line) => {
  expect(check(names, line).faults).toEqual([])
})

test.each([
  ['an unknown method', 'wibble,,742,20,1,,', 'unknown method: wibble. Known are vcf,'],
  ['no method', ',,742,20,1,,', 'unknown method: (empty)'],
  ['an unknown mode', 'vcf20,guess,742,20,1,,', 'unknown mode: guess'],
  ['no number', 'vcf20,,heavy,20,1,,', 'density is no number: heavy'],
  ['no expected number', 'vcf20,,742,20,much,,', 'expected is no number: much'],
  ['another reason', 'vcf20,,742,,densityUnknown,,', 'expected densityUnknown, is none: temperatureUnknown'],
  ['a figure where none is expected', 'vcf20,,742,20,none,,', 'expected none, is 1.00000'],
  ['none where a figure is expected', 'vcf20,,640,20,1,,', 'expected 1, is none: densityOutOfRange (653 to 1075)'],
  ['nothing where there is a figure', 'vcf20,,742,20,,,', 'nothing is expected; it is 1.00000'],
])('says on its line what is wrong: %s', (_, line, fault) => {
  const { faults } = check(head, '# a remark', '60B,,742,27.7,0.99057,,', line)
  expect(faults).toEqual([expect.stringMatching(/^line 4: /)])
  expect(faults[0]).toContain(fault)
})

test('the command prints what differs and ends with 1, else with 0; without a file with 2', () => {
  const folder = mkdtempSync(join(tmpdir(), 'measure-'))
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [join(root, 'packages/server/src/measure.ts'), ...args], { encoding: 'utf8' })
  const file = join(folder, 'cases.csv')
  writeFileSync(file, `${head}\nvcf,,742,27.7,0.9905,,\n`)
  expect(run(file)).toMatchObject({ status: 1, stdout: expect.stringContaining('line 2: vcf, density 742') })
  expect(run(file, '--mode', 'table')).toMatchObject({ status: 0, stdout: '1 cases, 0 differ\n' })
  expect(run(join(folder, 'missing.csv')).status).toBe(2)
  expect(run().status).toBe(2)
})
