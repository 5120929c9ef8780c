import { hash, verify } from '@node-rs/argon2'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { currentKeyId, underMasterKey } from '../../platform/config/master-key.ts'

/** Argon2id, 19 MiB, two passes, one lane (guarantees §3.1, V11). It runs beside the event loop. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost)

// Someone without an account costs the caller as much time as someone with one.
const nobodysHash = hashPassword(randomBytes(16).toString('base64url'))

export async function passwordMatches(password: string, hashed: string | null | undefined): Promise<boolean> {
  const right = await verify(hashed ?? (await nobodysHash), password.normalize('NFKC'))
  return right && !!hashed
}

/** Six digits fall to any guesser who holds their hash, so they are bound to the master key first. */
export async function hashSixDigits(digits: string): Promise<string> {
  const keyId = currentKeyId()
  return `${keyId}:${await hash(bound(digits, keyId), cost)}`
}

export async function sixDigitsMatch(digits: string, hashed: string): Promise<boolean> {
  const parted = hashed.indexOf(':')
  return verify(hashed.slice(parted + 1), bound(digits, hashed.slice(0, parted)))
}

/** The same digits under the key in use, when they were bound to an older one. Ask when they have just matched. */
export async function reboundSixDigits(digits: string, hashed: string): Promise<string | undefined> {
  return hashed.startsWith(`${currentKeyId()}:`) ? undefined : hashSixDigits(digits)
}

// As text: the hash is compared with text only.
const bound = (digits: string, keyId: string) => underMasterKey('six-digits', digits, keyId).toString('base64url')

/** Half of a session, a link, a credential: 256 bits that travel once, and their hash that stays. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
/** That of a screen on a wall says what it is, so that it is never looked for among the sessions of users. */
export const newDisplayToken = (): string => `display.${newSecret()}`
export const isDisplayToken = (authorization: string | undefined): boolean => /^(?:Bearer )?display\./.test(authorization ?? '')
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

const commonWords = `
  password passw0rd p@ssword p@ssw0rd pass admin administrator root user guest test demo login letmein welcome changeme
  default secret master iloveyou woaini monkey dragon football baseball sunshine princess superman batman shadow michael
  jordan hunter freedom whatever trustno starwars computer internet qazwsx qwerty qwertyuiop asdfghjkl zxcvbnm asdf qwer
  zxcv qweasd qweasdzxc abc abcd abcdef aabbcc a aa q qq w z zz mima wodemima nihao taobao wangyut woaiwojia beijing
  shanghai china zhongguo summer winter spring autumn monday january petrol station jiayou jiayouzhan oil shell sinopec
  petrochina google apple samsung company
`
/** More than three thousand, of what is known to be tried first: runs, rows of keys, words and names with their tails. */
export const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .trim()
    .split('\n'),
)
const common = new Set(commonWords.trim().split(/\s+/))
const rows = [
  '01234567890123456789',
  '98765432109876543210',
  'abcdefghijklmnopqrstuvwxyz',
  'zyxwvutsrqponmlkjihgfedcba',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb',
  '1q2w3e4r5t6y7u8i9o0p',
  '147258369',
  '789456123',
]

/**
 * Among what everybody tries first, in capitals or not: on the list, one thing repeated, a run of keys, a well-known word with digits or
 * signs around it, a date, or something that stands in the account itself.
 */
export function isCommonPassword(password: string, ...own: (string | null)[]): boolean {
  const plain = password.toLowerCase()
  const word = plain.replaceAll(/^[\d\W_]+|[\d\W_]+$/g, '')
  const digits = plain.length - word.length
  return (
    commonPasswords.has(plain) ||
    /^(.{1,4})\1+$/.test(plain) ||
    rows.some(row => row.includes(plain)) ||
    (common.has(word) && digits <= 6 && isPlain(plain.replace(word, ''))) ||
    /^(19|20)\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])$/.test(plain) ||
    own.some(each => each && plain.includes(each.toLowerCase()) && each.length >= plain.length - 3)
  )
}

/** Digits and signs that add nothing: a run, a repetition, a year. */
const isPlain = (around: string) => {
  const bare = around.replaceAll(/\D/g, '')
  return bare.length <= 4 || rows.some(row => row.includes(bare)) || /^(\d{1,3})\1+$/.test(bare)
}

/** Repeats, runs, and the end of one's own telephone number. */
export function isWeakPin(pin: string, mobile: string | null): boolean {
  return /^(.{1,3})\1+$/.test(pin) || rows.some(row => row.includes(pin)) || (mobile ?? '').endsWith(pin)
}
