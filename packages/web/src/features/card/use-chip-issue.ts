import { cardInfos, cardLife, issueTypes, userCards, type CardPayload, type CardRecord } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { ApiError, call } from '../../core/api.ts'
import { askReader, ReaderError } from '../../core/reader.ts'
import { t } from '../../i18n/index.ts'
import { hint, wordsOfReader } from '../../kit/reader/say-reader.ts'
import type { Reader } from '../../kit/reader/use-reader.ts'
import { useLatest } from '../../kit/use-latest.ts'
import { chipExpand, type Chip } from './found-card.ts'

/** In this order: the server keeps the chip for the account, the reader writes it and reads it back, the server makes sure. */
export const issueSteps = ['reserve', 'write', 'readBack', 'confirm'] as const
export type IssueStep = (typeof issueSteps)[number]
export interface IssueProgress {
  readonly at: IssueStep
  /** `released`: given up, the account stays and waits. */
  readonly state: 'running' | 'failed' | 'done' | 'released'
  readonly words?: string
}
/** 发卡, 补卡, 同步: a card for an account that has none yet, one in place of its old one, or its own card with what has changed. */
export type WriteWay = 'issue' | 'reissue' | 'sync'
export interface IssueJob {
  readonly way?: WriteWay
  readonly account: { readonly id: number; readonly number: string }
  readonly chip: Pick<Chip, 'id' | 'uuid' | 'supplier'>
  readonly reader: Pick<Reader, 'slot' | 'pause'>
}
/** What a step leaves for the next one. */
interface Kept {
  payload?: CardPayload | undefined
  readBack?: CardRecord
  /** The server did not answer whether it has confirmed. */
  unsure?: boolean
}

const quiet = { quiet: true } as const
const does: Record<IssueStep, (job: IssueJob, kept: Kept) => Promise<void>> = {
  async reserve({ account, chip }, kept) {
    const body = { issueType: issueTypes.stationUser, userCardId: account.id }
    kept.payload = (await call(cardInfos.set, { id: chip.id, body }, quiet)).payload ?? undefined
  },
  async write({ reader: { slot } }, { payload }) {
    await askReader('issueCard', { ...payload!, slot })
  },
  async readBack({ reader: { slot } }, kept) {
    kept.readBack = await askReader('validateCard', { ...kept.payload!, slot })
  },
  async confirm({ chip: { uuid, supplier } }, { readBack }) {
    await call(cardInfos.save, { query: { expand: chipExpand }, body: { uuid, supplier, readBack: readBack! } }, quiet)
  },
}

/** A card that is issued already is not reserved: the server says what is to be written, and takes what was read back. */
const syncs: typeof does = {
  ...does,
  async reserve({ account: { id }, chip: { uuid, supplier } }, kept) {
    kept.payload = (await call(cardLife.sync, { id, body: { uuid, supplier } }, quiet)).payload ?? undefined
  },
  async confirm({ account: { id }, chip: { uuid, supplier } }, { readBack }) {
    await call(cardLife.sync, { id, body: { uuid, supplier, readBack: readBack! } }, quiet)
  },
}

/**
 * Writes the chip on the reader for an account, step by step, from when it is first drawn. What failed is done again for the same account:
 * from the reservation on, which may have run out meanwhile, or, where the server may have confirmed already, by asking it once more.
 * @source decisions CD9; requirements CRD-010 to CRD-012
 */
export function useChipIssue(job: IssueJob) {
  const cache = useQueryClient()
  const [now, setNow] = useState<IssueProgress>({ at: 'reserve', state: 'running' })
  const kept = useRef<Kept>({})
  const left = useRef(false)

  const readAnew = () => Promise.all(['userCards', 'cardInfos'].map(name => cache.invalidateQueries({ queryKey: [name] })))
  const run = async (from: IssueStep) => {
    job.reader.pause(true)
    try {
      for (const at of issueSteps.slice(issueSteps.indexOf(from))) {
        if (left.current) return
        setNow({ at, state: 'running' })
        const error = await (job.way === 'sync' ? syncs : does)[at](job, kept.current).catch((thrown: unknown) => thrown ?? new Error(at))
        if (error !== undefined) return fail(at, error)
      }
      setNow({ at: 'confirm', state: 'done' })
    } finally {
      job.reader.pause(false)
      void readAnew()
    }
  }
  const fail = (at: IssueStep, error: unknown) => {
    kept.current.unsure = at === 'confirm' && isUnsure(error)
    const words = wordsOfIssue(error, job.way ?? 'issue')
    hint(words)
    setNow({ at, state: 'failed', words })
  }
  const giveUp = async () => {
    setNow({ at: now.at, state: 'running' })
    const issued = await release(job)
    setNow({ at: now.at, state: issued ? 'done' : 'released' })
    void readAnew()
  }
  const ends = useLatest({
    begin: () => void run('reserve'),
    leave() {
      left.current = true
      if (now.state === 'running' || now.state === 'failed') void release(job)
    },
  })
  useEffect(() => {
    ends.current.begin()
    return () => leaveBy(ends)
  }, [ends])
  return { now, giveUp, again: () => run(kept.current.unsure ? 'confirm' : 'reserve') }
}

const leaveBy = (ends: Readonly<RefObject<{ leave: () => void }>>) => ends.current.leave()

/** No answer, or none that says what was done. */
const isUnsure = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/**
 * Frees the chip where it is kept for this account, and tells whether it was done after all. What cannot be asked is freed by the server
 * within two minutes.
 */
async function release({ way, account, chip: { id, uuid, supplier } }: IssueJob): Promise<boolean> {
  try {
    const chip = await call(cardInfos.lookUp, { query: { uuid, supplier } }, quiet)
    if (chip.userCardId === account.id && chip.issueTime === null)
      await call(cardInfos.set, { id, body: { issueType: issueTypes.factoryUser } }, quiet)
    const now = await call(userCards.get, { id: account.id }, quiet)
    return way === 'sync' ? !now.toWrite : now.issueTime !== null && now.number === account.number
  } catch {
    return false
  }
}

/** Refusals of the card itself say enough. What a clerk can mend is said as it is; for all else somebody else is needed. */
function wordsOfIssue(error: unknown, way: WriteWay): string {
  const why = wordsOfReader(error)
  if (error instanceof ReaderError || (error instanceof ApiError && error.status === 0)) return t(`chipIssue.failed_${way}`, { why })
  const ofCard = error instanceof ApiError && /^card(Info)?\./.test(error.code) && !graveCodes.has(error.code)
  return ofCard ? why : t(`chipIssue.failedContact_${way}`, { why })
}
const graveCodes: ReadonlySet<string> = new Set(['cardInfo.notGenuine', 'cardInfo.otherNumber', 'cardInfo.notUserCard'])
