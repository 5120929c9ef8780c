import { appendFile, mkdir, readFile } from 'node:fs/promises'
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
const signatureOf = (companyId: number, { n, hash, at }: Checkpoint, keyId: string) =>
  underMasterKey('audit-head', JSON.stringify([companyId, n, hash, at]), keyId)

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
    const head = await db.transaction().execute(async tx => {
      await setTenantScope(tx, [company])
      const columns = tx.selectFrom('auditSeal').where('companyId', '=', company).select(['n', 'hash'])
      return columns.orderBy('n', 'desc').limit(1).executeTakeFirst()
    })
    const { heads } = await readCheckpoints(company)
    if (!head || heads.at(-1)?.n === head.n) continue
    const checkpoint = { n: head.n, hash: head.hash.toString('hex'), at: now.toISOString() }
    const keyId = currentKeyId()
    const line = JSON.stringify({ ...checkpoint, keyId, signature: signatureOf(company, checkpoint, keyId).toString('hex') })
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
  const forged = found.find(head => !isSigned(companyId, head))
  return { heads: found.filter(head => isSigned(companyId, head)), ...(forged && { forged }) }
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

function isSigned(companyId: number, head: SignedCheckpoint): boolean {
  const given = Buffer.from(head.signature, 'hex')
  try {
    const right = signatureOf(companyId, head, head.keyId)
    return given.length === right.length && timingSafeEqual(given, right)
  } catch {
    return false
  }
}
