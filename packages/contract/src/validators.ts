import { z } from 'zod'

/**
 * Rules for texts that people type anywhere in the product; the page and the server check by the same ones.
 * @source spec 0 §5, spec 1 §5 "Shared text validators"
 */

/** `http://`, `https://`, `tcp://`, `ftp://` or `file://` and something after it, or `www.` and something after it. */
export const isUrlLike = (text: string): boolean => /^(?:(?:https?|tcp|ftp|file):\/\/|www\.)\S+$/i.test(text)

export const isEmail = (text: string): boolean => z.email().safeParse(text).success

/** IPv4, with a port from 1 to 65535 where one is given. */
export function isIp(text: string): boolean {
  const [address = '', port, more] = text.split(':')
  if (more !== undefined || !z.ipv4().safeParse(address).success) return false
  return port === undefined || (/^[1-9]\d{0,4}$/.test(port) && Number(port) <= 65_535)
}

export const isSixDigits = (text: string): boolean => /^\d{6}$/.test(text)

/** 4 to 32 letters or digits. */
export const isAlphanumeric = (text: string): boolean => /^[0-9A-Za-z]{4,32}$/.test(text)

/** What a user signs in by: 2 to 32 characters once trimmed, without spaces or Chinese. People and goods are called as they like. */
export const isLoginName = (text: string): boolean => /^[^\s\p{Script=Han}]{2,32}$/u.test(text.trim())

/** The last digit of an EAN or UPC barcode follows from the others: each second one counts three times. */
export function isEan(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false
  const sum = [...text].toReversed().reduce((all, digit, place) => all + Number(digit) * (place % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0
}

/** `COM3`, or `/dev/ttyS0`. */
const isSerialPort = (text: string): boolean => /^(?:COM[1-9]\d{0,2}|\/dev\/[\w/-]+)$/i.test(text)

/** What a text of JSON holds, when that is an object or a list; undefined otherwise. */
export function jsonOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** A decimal number as people write it; with bounds also within them. */
export function isNumeric(value: unknown, { min = -Infinity, max = Infinity }: { min?: number; max?: number } = {}): boolean {
  const number = numberOf(value)
  return number !== undefined && number >= min && number <= max
}

/** A number, or a text that is one. What is too long to be held exactly is none. */
export function numberOf(value: unknown): number | undefined {
  const text = typeof value === 'string' ? value.trim() : value
  const number = typeof text === 'string' && /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
  return typeof number === 'number' && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined
}

/** How many digits stand behind the point. */
export function decimalsOf(value: number): number {
  const [digits = '', power = '0'] = String(value).split('e')
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(power))
}

const provinces = '京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼'
// No I and no O, which are read as digits. Of new energy: small ones carry their letter first, large ones last, and four or five digits.
const plates = new RegExp(
  `^(?:[${provinces}][A-HJ-NP-Z](?:[A-HJ-NP-Z0-9]{5}|[A-HJK][A-HJ-NP-Z0-9]\\d{4}|\\d{5}[A-HJK]|` +
    '[A-HJ-NP-Z0-9]{4}(?:[挂学警港澳领使试超]|应急))|使\\d{6}|[A-Z]{2}\\d{5})$',
)
/**
 * A number plate as GA 36 has it, without spaces: civil, new energy; besides trailer, training, police, border, embassy, rescue, armed
 * forces. @source decisions ME17
 */
export const isPlate = (text: string): boolean => plates.test(text)
/** As it is kept: in capitals, and without the dot that stands between its parts on the car. */
export const foldPlate = (text: string): string => text.replaceAll(/[·•‧・]/g, '').toUpperCase()

/** GB 11643: the weights of the first 17 digits, and the check characters by their sum modulo 11. @source GB 11643-1999, ISO 7064 */
const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const idChecks = '10X98765432'

/** A resident's ID number: 18 characters whose day of birth exists and whose check digit holds, or the 15 digits that came before them. */
export function isIdNumber(text: string): boolean {
  if (/^\d{15}$/.test(text)) return isDay(`19${text.slice(6, 12)}`)
  if (!/^\d{17}[\dX]$/.test(text) || !isDay(text.slice(6, 14))) return false
  return checkOf(text) === text[17]
}
const checkOf = (text: string) => idChecks[idWeights.reduce((sum, weight, at) => sum + weight * Number(text[at]), 0) % 11]

/** The same number in the form of today, so that a person is found by either. */
export function idNumberOfToday(text: string): string {
  if (text.length !== 15) return text
  const digits = `${text.slice(0, 6)}19${text.slice(6)}`
  return `${digits}${checkOf(digits)}`
}

/** A day of the calendar, from the nineteenth century on, written `19900229`. */
function isDay(digits: string): boolean {
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)].map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1800 && date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const taxAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
/** GB 32100: a unified social credit code whose check character holds. Some that are in use do not, so it is only warned of. */
export function isTaxNumber(text: string): boolean {
  const values = [...text].map(letter => taxAlphabet.indexOf(letter))
  if (values.length !== 18 || values.includes(-1)) return false
  const sum = values.slice(0, 17).reduce((before, value, at) => before + value * (3 ** at % 31), 0)
  return (31 - (sum % 31)) % 31 === values[17]
}

/** A number to call: a mobile one, a landline with or without its area code and extension, or one of 400 and 800. */
export const isContactPhone = (text: string): boolean =>
  /^(?:1\d{10}|\+\d{7,15}|(?:0\d{2,3}-?)?[2-9]\d{6,7}(?:-\d{1,6})?|[48]00-?\d{3}-?\d{4})$/.test(text)

const text = (holds: (given: string) => boolean, words: string) => z.string().trim().refine(holds, words)

export const UrlLike = text(isUrlLike, 'urlLike')
export const Email = text(isEmail, 'email')
export const IpAddress = text(isIp, 'ip')
export const AlphanumericCode = text(isAlphanumeric, 'alphanumeric')
export const LoginName = text(isLoginName, 'loginName')
/** How a piece of equipment is reached: an IPv4 address with or without a port, a URL (`tcp://10.0.0.9:4001`), or a serial port. */
export const EquipmentAddress = text(given => given === '' || isIp(given) || isUrlLike(given) || isSerialPort(given), 'equipmentAddress')
/** What another system knows a record by; empty where it knows none. */
export const ForeignCode = text(given => given === '' || isLoginName(given), 'loginName')
export const JsonText = text(given => jsonOf(given) !== undefined, 'json')
export const ContactPhone = text(given => given === '' || isContactPhone(given), 'contactPhone')
/** 纳税人识别号, in capitals: of a company, a branch, or a person. Its check character is only warned of (`isTaxNumber`). @source IV10 */
export const TaxId = z
  .string()
  .trim()
  .toUpperCase()
  .refine(given => /^(?:[0-9A-Z]{15}|[0-9A-Z]{17,18}|[0-9A-Z]{20})$/.test(given), 'taxIdLength')
/** As it is printed on the document; its last character in whichever case it was typed. */
export const IdNumber = z.string().trim().toUpperCase().refine(isIdNumber, 'idNumber')
export const Plate = z.string().trim().overwrite(foldPlate).refine(isPlate, 'plate')
