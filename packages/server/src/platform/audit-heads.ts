import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { sealAll } from './audit-chain.ts'
import { enter } from './command.ts'
import type { Database } from './database.ts'
import { currentKeyId, underMasterKey } from './master-key.ts'

/** How far a company's chain had come at a moment, and the hash of its last entry then. */
export interface Head {
  readonly n: number
  readonly hash: string
  readonly at: string
}
interface Noted extends Head {
  readonly keyId: string
  readonly signature: string
}

let folder: string | undefined

/** From now on heads are noted in this folder, outside the database. */
export const keepHeadsIn = (dir: string | undefined): void => {
  folder = dir
}

const fileOf = (dir: string, companyId: number) => join(dir, `${companyId}.jsonl`)
const signatureOf = (companyId: number, { n, hash, at }: Head, keyId: string) =>
  underMasterKey('audit-head', JSON.stringify([companyId, n, hash, at]), keyId)

/**
 * Notes the head of each chain that has grown, signed with the master key: whoever rules the database alone can neither cut a chain
 * off at its end nor seal it anew without its being noticed. @returns how many were noted
 */
export async function noteHeads(db: Database, now: Date): Promise<number> {
  if (folder === undefined) return 0
  const dir = folder
  await sealAll(db)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const { rows } = await sql<{ company: number }>`select company from company_directory`.execute(db)
  let noted = 0
  for (const { company } of rows) {
    const head = await db.transaction().execute(async tx => {
      await enter(tx, [company])
      const columns = tx.selectFrom('auditSeal').where('companyId', '=', company).select(['n', 'hash'])
      return columns.orderBy('n', 'desc').limit(1).executeTakeFirst()
    })
    const { heads } = await headsOf(company)
    if (!head || heads.at(-1)?.n === head.n) continue
    const told = { n: head.n, hash: head.hash.toString('hex'), at: now.toISOString() }
    const keyId = currentKeyId()
    const line = JSON.stringify({ ...told, keyId, signature: signatureOf(company, told, keyId).toString('hex') })
    // A line that a crash cut short stays by itself.
    await appendFile(fileOf(dir, company), `\n${line}`, { mode: 0o600 })
    noted++
  }
  return noted
}

/** What was noted of a company's chain, the earliest first; and the first that does not bear our signature. */
export async function headsOf(companyId: number): Promise<{ heads: Head[]; forged?: Head }> {
  const text = folder === undefined ? '' : await readFile(fileOf(folder, companyId), 'utf8').catch(absent)
  const found = text.split('\n').flatMap(line => read(line) ?? [])
  const forged = found.find(head => !isSigned(companyId, head))
  return { heads: found.filter(head => isSigned(companyId, head)), ...(forged && { forged }) }
}

function absent(error: NodeJS.ErrnoException): string {
  if (error.code !== 'ENOENT') throw error
  return ''
}

function read(line: string): Noted | undefined {
  try {
    const { n, hash, at, keyId, signature } = JSON.parse(line) as Noted
    return Number.isSafeInteger(n)
      ? { n, hash: String(hash), at: String(at), keyId: String(keyId), signature: String(signature) }
      : undefined
  } catch {
    return undefined
  }
}

function isSigned(companyId: number, head: Noted): boolean {
  const given = Buffer.from(head.signature, 'hex')
  try {
    const right = signatureOf(companyId, head, head.keyId)
    return given.length === right.length && timingSafeEqual(given, right)
  } catch {
    return false
  }
}
