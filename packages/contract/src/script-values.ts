import { z } from 'zod'
import { scriptFaults, type ScriptCode } from './refusals/script-form.ts'
import {
  isEmptyValue,
  isRecord,
  isShown,
  momentTypes,
  numberTypes,
  orderedFields,
  placesOf,
  recordTypes,
  said,
  type PlainScriptField,
  type ScriptDescription,
  type ScriptField,
  type ScriptType,
  type ScriptValues,
  type ScriptWords,
} from './script-form.ts'
import { decimalsOf, foldPlate, isIp, isNumeric, isPlate, jsonOf, numberOf } from './validators.ts'

/** What is wrong with one value; `path` leads to it: the field, and within it the entry. */
export interface ScriptFault {
  readonly path: readonly (string | number)[]
  readonly code: ScriptCode
  readonly name: ScriptWords
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly places?: number
  /** Words of its own: of what the contract says beyond the description. */
  readonly said?: string
}
export interface ScriptOutcome {
  /** What is kept: without hidden fields and empty values, numbers as numbers, JSON as what it says. */
  readonly values: ScriptValues
  readonly faults: readonly ScriptFault[]
}

/** Checks what was entered by its description. Hidden fields are neither checked nor kept; 0 and false are values, not empty. */
export function validateScript({ fields }: ScriptDescription, given: ScriptValues): ScriptOutcome {
  const faults: ScriptFault[] = []
  return { values: checkedFields(fields, given, [], faults), faults }
}

/** A fault in words. */
export function scriptFaultWords({ code, name, min, max, places, said: own }: ScriptFault, language: 'zh' | 'en'): string {
  if (own) return own
  const values: Record<string, unknown> = { name: said(name, language), min, max, places }
  return scriptFaults[code][language].replaceAll(/\{(\w+)\}/g, (_, key: string) => String(values[key]))
}

const ownValue = (values: ScriptValues, key: string) => (Object.hasOwn(values, key) ? values[key] : undefined)

type Path = readonly (string | number)[]

function checkedFields(fields: Record<string, ScriptField>, given: ScriptValues, path: Path, faults: ScriptFault[]): ScriptValues {
  for (const key of Object.keys(given)) {
    if (!Object.hasOwn(fields, key)) faults.push({ path: [...path, key], code: 'unknown', name: key })
  }
  const kept = orderedFields(fields)
    .filter(([key]) => isShown(fields, given, key))
    .map(([key, field]) => [key, checked(field, ownValue(given, key), [...path, key], faults)] as const)
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined))
}

/** What JSON says is never empty, whatever it holds. */
const isAbsent = ({ type }: ScriptField, value: unknown) => (type === 'json' && value instanceof Object ? false : isEmptyValue(value))

function checked(field: ScriptField, value: unknown, path: Path, faults: ScriptFault[]): unknown {
  const tell = (code: ScriptCode, at: Path = [], more: Partial<ScriptFault> = {}) => {
    faults.push({ path: [...path, ...at], code, name: field.name, ...more })
    return undefined
  }
  if (isAbsent(field, value)) return field.required ? tell(missing(field.type)) : undefined
  if (field.type === 'objectArray') {
    if (!Array.isArray(value) || !value.every(isRecord)) return tell('notRight')
    return value
      .map((entry, at) => checkedFields(field.fields, entry, [...path, at], faults))
      .filter(entry => Object.keys(entry).length > 0)
  }
  return checkedPlain(field, value, tell)
}

type Tell = (code: ScriptCode, at?: Path, more?: Partial<ScriptFault>) => undefined
const among = (types: readonly ScriptType[], type: ScriptType) => types.includes(type)
const chosenTypes: readonly ScriptType[] = [...recordTypes, 'payType', 'enum', ...momentTypes, 'daterange', 'LocalDateTime']

const missing = (type: ScriptType): ScriptCode => (type === 'boolean' ? 'boolean' : among(chosenTypes, type) ? 'select' : 'required')

function checkedPlain(field: PlainScriptField, value: unknown, tell: Tell): unknown {
  const { type } = field
  if (among(numberTypes, type)) return checkedNumber(field, value, tell)
  if (among([...recordTypes, 'payType', 'enum'], type)) return checkedChoice(field, value, tell)
  if (among(momentTypes, type)) return isMoment(value) ? value : tell('notRight')
  switch (type) {
    case 'boolean':
      return typeof value === 'boolean' ? value : tell('boolean')
    case 'list':
      if (!Array.isArray(value)) return tell('notRight')
      return value.flatMap((entry, at) => (isEmptyValue(entry) ? [] : [checkedNumber(field, entry, tell, [at])]))
    case 'car':
      if (!Array.isArray(value)) return tell('plate')
      return value.map((given, at) => {
        const plate = typeof given === 'string' ? foldPlate(given) : ''
        return isPlate(plate) ? plate : tell('plate', [at])
      })
    case 'json':
      return (typeof value === 'string' ? jsonOf(value) : value instanceof Object ? value : undefined) ?? tell('json')
    case 'LocalDateTime':
      return localDateTime.safeParse(value).success ? value : tell('notRight')
    case 'daterange':
      return isRange(value) ? value : tell('notRight')
    case 'map':
      return isTextMap(value) ? value : tell('notRight')
    case 'ip':
      return typeof value === 'string' && isIp(value.trim()) ? value.trim() : tell('ip')
    default:
      return typeof value === 'string' ? value.trim() : tell('notRight')
  }
}

function checkedNumber(field: PlainScriptField, value: unknown, tell: Tell, at: Path = []): number | undefined {
  const number = numberOf(value)
  if (number === undefined) return tell('number', at)
  const places = placesOf(field)
  if (decimalsOf(number) > places) return tell(places === 0 ? 'whole' : 'decimals', at, { places })
  const { min, max } = field.limit ?? {}
  if (isNumeric(number, { min: min ?? -Infinity, max: max ?? Infinity })) return number
  return tell(min === undefined ? 'atMost' : max === undefined ? 'atLeast' : 'between', at, { min, max })
}

function checkedChoice(field: PlainScriptField, value: unknown, tell: Tell): unknown {
  if (Array.isArray(value) !== (field.multiple ?? false)) return tell('select')
  return [value].flat().every(one => isChoice(field, one)) ? value : tell('select')
}

function isChoice({ type, enum: choices = [] }: PlainScriptField, value: unknown): boolean {
  if (type === 'enum') return choices.some(({ id }) => id === value)
  if (type === 'payType') return typeof value === 'string' && /^\w{1,60}$/.test(value)
  return Number.isSafeInteger(value) && Number(value) > 0
}

const localDateTime = z.iso.datetime({ local: true, precision: 0 }).regex(/^[^Z]*$/)
/** Milliseconds that a calendar knows. */
const isMoment = (value: unknown): value is number => Number.isInteger(value) && Math.abs(value as number) <= 8.64e15
const isRange = (value: unknown) => Array.isArray(value) && value.length === 2 && value.every(isMoment) && value[0]! <= value[1]!
const isTextMap = (value: unknown) =>
  isRecord(value) && Object.entries(value).every(([key, text]) => key.trim() !== '' && ['string', 'number'].includes(typeof text))
