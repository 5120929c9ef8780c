import { Email, employeeCarsMost, employeeImportMost, foldPlate, IdNumber, isIdNumber, isPlate, Mobile } from '@forecourt/contract'
import type { EmployeeImportReason, FuelType } from '@forecourt/contract'
import { rowsOfText, tableOf, textOf, type TableLine } from '../../platform/sheet/read-text.ts'
import { rowsOfWorkbook } from '../../platform/sheet/read-xlsx.ts'
import { maskedIdNumber } from '../member/index.ts'

/** A line that says who drives for the fleet. */
export interface ListedEmployee {
  readonly line: number
  readonly mobile: string
  readonly name: string
  readonly department: string
  readonly email: string | null
  /** In clear, until it is sealed in the member's profile. */
  readonly idNumber: string | null
  readonly cars: readonly { readonly plate: string; readonly fuelType: FuelType }[]
}
export interface LineProblem {
  readonly line: number
  readonly reason: EmployeeImportReason
  readonly value: string
}
interface ReadFile {
  readonly employees: readonly ListedEmployee[]
  readonly problems: readonly LineProblem[]
}

/** What may stand above the columns, which without titles stand in this order. */
const titles = {
  mobile: ['mobile', 'mobilenumber', 'phone', '手机', '手机号', '手机号码'],
  name: ['name', 'employee', '姓名', '员工姓名'],
  department: ['department', '部门'],
  email: ['email', '邮箱', '电子邮箱'],
  idNumber: ['idnumber', 'idno', 'idcard', 'identitynumber', '身份证', '身份证号', '身份证号码', '证件号码'],
  plates: ['plates', 'plate', 'numberplates', 'vehicles', '车牌', '车牌号', '车牌号码'],
  fuel: ['fuel', 'fueltype', '油品', '燃料', '燃油类型', '油品类型'],
}
/** What a fuel may be called. */
const fuels: Readonly<Record<FuelType, readonly string[]>> = {
  gasoline: ['gasoline', 'petrol', '汽油', '92', '95', '98', '92#', '95#', '98#'],
  diesel: ['diesel', '柴油', '0', '0#', '-10', '-10#', '-20', '-20#'],
}
const fuelOf = (text: string): FuelType | undefined =>
  (Object.keys(fuels) as FuelType[]).find(fuel => fuels[fuel].includes(text.toLowerCase()))
const longest = 60

/** The employees of a file: csv, txt or xlsx, with or without titles, their plates parted by semicolons. @source decisions FL16 */
export async function readEmployees(bytes: Uint8Array, isWorkbook: boolean): Promise<ReadFile> {
  const rows = isWorkbook ? await rowsOfWorkbook(bytes, employeeImportMost + 2) : rowsOf(bytes)
  if (!rows) return ofAll('notText')
  const { lines, cell } = tableOf(rows, titles, ['mobile'])
  if (lines.length === 0) return ofAll('empty')
  if (lines.length > employeeImportMost) return ofAll('tooMany')
  const seen = new Map<string, true>()
  const read = lines.map(({ line, record }) => {
    const of = (column: keyof typeof titles) => cell(record, column).slice(0, 400)
    return once(seen, employeeOf(line, of))
  })
  return {
    employees: read.flatMap(each => ('reason' in each ? [] : [each])),
    problems: read.flatMap(each => ('reason' in each ? [each] : [])),
  }
}

function rowsOf(bytes: Uint8Array): TableLine[] | undefined {
  const text = textOf(bytes)
  return text === undefined ? undefined : rowsOfText(text)
}

const ofAll = (reason: EmployeeImportReason): ReadFile => ({ employees: [], problems: [{ line: 1, reason, value: '' }] })

function employeeOf(line: number, of: (column: keyof typeof titles) => string): ListedEmployee | LineProblem {
  const [mobile, name, department, email, fuel] = [of('mobile'), of('name'), of('department'), of('email'), of('fuel')]
  const idNumber = of('idNumber').replaceAll(/\s/g, '').toUpperCase()
  const plates = platesOf(of('plates'))
  const wrong = (reason: EmployeeImportReason, value: string) => ({ line, reason, value: shownOf(value) })
  if (!Mobile.safeParse(mobile).success) return wrong('mobile', mobile)
  if (name === '' || name.length > longest) return wrong('name', name)
  if (email !== '' && (email.length > 120 || !Email.safeParse(email).success)) return wrong('email', email)
  if (idNumber !== '' && !IdNumber.safeParse(idNumber).success) return { line, reason: 'idNumber', value: hidden(idNumber) }
  const bad = plates.find(plate => !isPlate(plate))
  if (bad !== undefined || plates.length > employeeCarsMost) return wrong('plate', bad ?? plates.join(';'))
  const fuelType = fuelOf(fuel)
  if (plates.length > 0 && fuelType === undefined) return wrong('fuel', fuel)
  const cars = fuelType === undefined ? [] : plates.map(plate => ({ plate, fuelType }))
  return { line, mobile, name, department: department.slice(0, longest), email: email || null, idNumber: idNumber || null, cars }
}

const platesOf = (text: string) => {
  const plates = text.split(/[;；、]/).map(plate => foldPlate(plate.trim()))
  return [...new Set(plates.filter(Boolean))]
}

const hidden = (text: string) => maskedIdNumber(text).slice(0, longest)
/** An ID number may stand in the wrong column. */
const shownOf = (text: string) => (isIdNumber(text.trim().toUpperCase()) ? hidden(text.trim()) : text.slice(0, longest))

/** Of two lines of one employee, or of one vehicle, the first counts. */
function once(seen: Map<string, true>, read: ListedEmployee | LineProblem): ListedEmployee | LineProblem {
  if ('reason' in read) return read
  const { line, mobile, cars } = read
  if (seen.has(mobile)) return { line, reason: 'mobileTwice', value: mobile }
  const twice = cars.find(({ plate }) => seen.has(plate))
  if (twice) return { line, reason: 'plateTwice', value: twice.plate }
  for (const key of [mobile, ...cars.map(({ plate }) => plate)]) seen.set(key, true)
  return read
}
