import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { appendToChains } from './chain.ts'
import { setTenantScope } from '../execution/command.ts'
import type { Database } from '../postgres/database.ts'
import { currentKeyId, underMasterKey } from '../config/master-key.ts'

/** The length of a company's chain at a time, and the hash of its last entry then. */
export interface Checkpoint {
  readonly n: number
  readonly hash: string
  readonly at: string
}
interface SignedCheckpoint extends Checkpoint {
  readonly keyId: string
  readonly signature: string
}

let folder: string | undefined

/** The folder for checkpoints, outside the database. */
export const setCheckpointFolder = (dir: string | undefined): void => {
  folder = dir
}

const fileOf = (dir: string, companyId: number) => join(dir, `${companyId}.jsonl`)
const verifiedFileOf = (dir: string, companyId: number) => join(dir, `${companyId}.verified.json`)
/** What a signature says of a checkpoint: that it was written, or that the chain was found whole up to it. */
type Said = 'audit-head' | 'audit-verified'
const signatureOf = (companyId: number, { n, hash, at }: Checkpoint, keyId: string, said: Said) =>
  underMasterKey(said, JSON.stringify([companyId, n, hash, at]), keyId)
const signed = (companyId: number, { n, hash, at }: Checkpoint, said: Said): string => {
  const keyId = currentKeyId()
  return JSON.stringify({ n, hash, at, keyId, signature: signatureOf(companyId, { n, hash, at }, keyId, said).toString('hex') })
}

/**
 * Writes a checkpoint of each chain that has grown, signed with the master key: control of the database alone is not enough to truncate
 * or rewrite a chain without detection. @returns the number of checkpoints written
 */
export async function writeCheckpoints(db: Database, now: Date): Promise<number> {
  if (folder === undefined) return 0
  const dir = folder
  await appendToChains(db)
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const { rows } = await sql<{ company: number }>`select company from company_directory`.execute(db)
  let written = 0
  for (const { company } of rows) {
    const head = await db.transaction().execute(async begun => {
      const tx = await setTenantScope(begun, [company])
      const columns = tx.selectFrom('auditSeal').where('companyId', '=', company).select(['n', 'hash'])
      return columns.orderBy('n', 'desc').limit(1).executeTakeFirst()
    })
    const { heads } = await readCheckpoints(company)
    if (!head || heads.at(-1)?.n === head.n) continue
    const line = signed(company, { n: head.n, hash: head.hash.toString('hex'), at: now.toISOString() }, 'audit-head')
    // Begins with a line break: a line cut short by a crash stays separate.
    await appendFile(fileOf(dir, company), `\n${line}`, { mode: 0o600 })
    written++
  }
  return written
}

/** The checkpoints of a company's chain, earliest first, and the first without a valid signature. */
export async function readCheckpoints(companyId: number): Promise<{ heads: Checkpoint[]; forged?: Checkpoint }> {
  const text = folder === undefined ? '' : await readFile(fileOf(folder, companyId), 'utf8').catch(absent)
  const found = text.split('\n').flatMap(line => read(line) ?? [])
  const forged = found.find(head => !isSigned(companyId, head, 'audit-head'))
  return { heads: found.filter(head => isSigned(companyId, head, 'audit-head')), ...(forged && { forged }) }
}

/** Notes that the chain was found whole up to a checkpoint: the next verification may begin there. */
export async function noteVerified(companyId: number, checkpoint: Checkpoint): Promise<void> {
  if (folder === undefined) return
  const file = verifiedFileOf(folder, companyId)
  await writeFile(`${file}.new`, signed(companyId, checkpoint, 'audit-verified'), { mode: 0o600 })
  await rename(`${file}.new`, file)
}

/** The checkpoint up to which the chain was last found whole; one without a valid signature is none. */
export async function lastVerified(companyId: number): Promise<Checkpoint | undefined> {
  const text = folder === undefined ? '' : await readFile(verifiedFileOf(folder, companyId), 'utf8').catch(absent)
  const head = read(text)
  return head && isSigned(companyId, head, 'audit-verified') ? head : undefined
}

function absent(error: NodeJS.ErrnoException): string {
  if (error.code !== 'ENOENT') throw error
  return ''
}

function read(line: string): SignedCheckpoint | undefined {
  try {
    const { n, hash, at, keyId, signature } = JSON.parse(line) as SignedCheckpoint
    return Number.isSafeInteger(n)
      ? { n, hash: String(hash), at: String(at), keyId: String(keyId), signature: String(signature) }
      : undefined
  } catch {
    return undefined
  }
}

function isSigned(companyId: number, head: SignedCheckpoint, said: Said): boolean {
  const given = Buffer.from(head.signature, 'hex')
  try {
    const right = signatureOf(companyId, head, head.keyId, said)
    return given.length === right.length && timingSafeEqual(given, right)
  } catch {
    return false
  }
}
