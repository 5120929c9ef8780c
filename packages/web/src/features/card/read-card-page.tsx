import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { isRefused } from '../../kit/detail/record-failed.tsx'
import { Bones, Failed, wordsOfError } from '../../kit/feedback/states.tsx'
import { useKeys } from '../../kit/keys.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { usePage } from '../../kit/page/use-page.ts'
import { ReaderPanel } from '../../kit/reader/reader-panel.tsx'
import { hint, wordsOfReader } from '../../kit/reader/say-reader.ts'
import { useReader, type Reader } from '../../kit/reader/use-reader.ts'
import { useLatest } from '../../kit/use-latest.ts'
import { Alert, Button, Input } from '../../kit/ui.ts'
import { useCardActs } from './card-acts.tsx'
import { soughtNumber, soughtOf, useFoundCard } from './found-card.ts'
import IssueForm from './issue-form.tsx'
import { ReadCard } from './read-card.tsx'
import { isOfCard, wordsOfLookUp } from './say-card.ts'
import './card.css'

/** 读卡查询: the card that a customer puts on the reader, whose it is, what it holds and what can be done to it. */
export default function ReadCardPage() {
  const reader = useReader()
  const { visible } = usePage()
  const { number, setNumber } = useNumber(reader)
  const sought = number ? soughtNumber(number) : soughtOf(reader.card)
  const { data, error, refetch, isFetching } = useFoundCard(sought)
  const { start, dialogs } = useCardActs()
  const [issuing, setIssuing] = useState(false)
  const mayIssue = [useMay('card.issue'), useMay('chip.write')].every(Boolean)
  const again = useReadAgain(reader, () => setNumber(undefined))
  useNotice(sought && error)
  const keys = useMemo(() => ({ r: visible ? { label: t('readCard.again'), press: again } : undefined }), [visible, again])
  useKeys(keys)
  return (
    <>
      <PageHeader actions={<Button onClick={again}>{t('readCard.again')}</Button>} />
      <ReaderPanel reader={reader} />
      <NumberSearch number={number} onFind={setNumber} />
      {sought && error && !isFetching ? (
        <LookUpFailed error={error} onRetry={() => void refetch()} />
      ) : sought && data ? (
        <ReadCard
          found={data}
          onReader={number ? undefined : reader.card}
          start={start}
          onIssue={mayIssue && !number ? () => setIssuing(true) : undefined}
        />
      ) : (
        sought && <Bones />
      )}
      <IssueForm open={issuing} onClose={() => setIssuing(false)} />
      {dialogs}
    </>
  )
}

/** What the notice has said stands on the page as well, as long as that card lies there. What was refused would be refused again. */
const LookUpFailed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) =>
  isOfCard(error) || isRefused(error) ? (
    <Alert type="warning" showIcon title={wordsOfError(error)} />
  ) : (
    <Failed error={error} onRetry={onRetry} />
  )

function useNotice(error: unknown): void {
  useEffect(() => {
    if (error) hint(wordsOfLookUp(error))
  }, [error])
}

/**
 * The number that was typed, in the address. A card that is placed afterwards takes its place; one that lay there already, when the number
 * was typed or the page was opened with it, does not.
 */
function useNumber({ state, card }: Reader) {
  const { search, setSearch } = usePage()
  const number = search['number'] || undefined
  const lying = useRef<string>(undefined)
  const placed = useRef(false)
  const setNumber = useMemo(
    () => (next: string | undefined) => setSearch(now => ({ ...now, number: next }), { replace: true }),
    [setSearch],
  )
  const uuid = card?.uuid
  useEffect(() => {
    if (state === 'waiting') placed.current = true
    if (!uuid) return
    if (number && (placed.current || (lying.current && lying.current !== uuid))) setNumber(undefined)
    lying.current = uuid
    placed.current = false
  }, [state, uuid, number, setNumber])
  return { number, setNumber }
}

/** Reads once more, and says so when there is nothing to be read: somebody has asked. @source requirement CRD-033 */
function useReadAgain({ read, again }: Reader, clear: () => void): () => void {
  const cache = useQueryClient()
  const latest = useLatest(() => {
    clear()
    read().then(
      () => void Promise.all(['userCards', 'cardInfos'].map(name => cache.invalidateQueries({ queryKey: [name] }))),
      (error: unknown) => {
        hint(wordsOfReader(error))
        again()
      },
    )
  })
  return useCallback(() => latest.current(), [latest])
}

function NumberSearch({ number, onFind }: { number: string | undefined; onFind: (number: string | undefined) => void }) {
  const [text, setText] = useState(number ?? '')
  useEffect(() => setText(number ?? ''), [number])
  return (
    <form
      className="card-read"
      role="search"
      onSubmit={event => {
        event.preventDefault()
        onFind(text.replaceAll(/\s/g, '') || undefined)
      }}>
      <Input
        aria-label={t('userCards.number')}
        placeholder={t('readCard.numberHelp')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button htmlType="submit">{t('readCard.find')}</Button>
    </form>
  )
}
