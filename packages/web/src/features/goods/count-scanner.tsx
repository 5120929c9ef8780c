import { goodsDocuments, type Returned } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, call, newAct, type Act } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { wordsOfError } from '../../kit/feedback/states.tsx'
import { NumberInput } from '../../kit/form/number-input.tsx'
import { Alert, Button, Input, type InputRef } from '../../kit/ui.ts'
import './shop.css'

type Answer = Returned<typeof goodsDocuments.scan>
/** What was scanned, under a key of its own: sent once more it is counted once. */
interface Scan {
  readonly code: string
  readonly pieces: number
  readonly replace: boolean
  readonly act: Act
}

/**
 * A scanner types the code and presses Enter, and is at the next article before the answer has come: the field is free at once, and scans
 * are sent one after another. A number may be given before, and a count that is wrong is replaced.
 */
export function Scanner({ id }: { id: number }) {
  const [code, setCode] = useState('')
  const [pieces, setPieces] = useState<number>(1)
  const { last, refused, unsent, send, seen } = useScans(id)
  const field = useRef<InputRef>(null)
  const scan = (replace: boolean) => {
    const read = code.trim()
    setCode('')
    setPieces(1)
    field.current?.focus()
    if (read !== '') send({ code: read, pieces, replace, act: newAct() })
  }
  return (
    <Section title={t('shop.scan')}>
      <form
        className="shop-scan"
        onSubmit={event => {
          event.preventDefault()
          scan(false)
        }}>
        <label>
          {t('shop.scanCode')}
          <Input ref={field} value={code} autoFocus autoComplete="off" onChange={event => setCode(event.target.value)} />
        </label>
        <label>
          {t('shop.scanPieces')}
          <NumberInput value={pieces} min={0} onChange={next => setPieces(typeof next === 'number' ? next : 0)} />
        </label>
        <Button type="primary" htmlType="submit">
          {t('shop.addCounted')}
        </Button>
        <Button onClick={() => scan(true)}>{t('shop.replaceCounted')}</Button>
      </form>
      <div aria-live="polite">{last && <Said of={last} />}</div>
      {refused.map(({ scan: { act }, words }) => (
        <Alert
          key={act.key}
          type="error"
          showIcon
          role="alert"
          title={words}
          action={<Button onClick={() => seen(act)}>{t('kit.close')}</Button>}
        />
      ))}
      {unsent.map(each => (
        <Alert
          key={each.act.key}
          type="error"
          showIcon
          role="alert"
          title={t('shop.notCounted', { code: each.code, count: count(each.pieces) })}
          action={<Button onClick={() => send(each)}>{t('kit.tryAgain')}</Button>}
        />
      ))}
    </Section>
  )
}

const Said = ({ of: { name, bookPieces, countedPieces, changedPieces } }: { of: Answer }) => (
  <>
    <p>
      <b>{name}</b> {t('shop.scanned', { book: count(bookPieces), counted: count(countedPieces) })}
    </p>
    {changedPieces !== 0 && <Alert type="warning" showIcon title={t('shop.countAgain', { name, count: count(Math.abs(changedPieces)) })} />}
  </>
)

interface Refusal {
  readonly scan: Scan
  /** They name the code. */
  readonly words: string
}
/**
 * Scans in their order; those that no answer came to wait until they are sent again. What was refused stands until it has been seen: who
 * scans looks at the shelf.
 */
function useScans(id: number) {
  const [last, setLast] = useState<Answer>()
  const [refused, setRefused] = useState<readonly Refusal[]>([])
  const [unsent, setUnsent] = useState<readonly Scan[]>([])
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const cache = useQueryClient()
  const one = async (scan: Scan) => {
    const { act, ...body } = scan
    try {
      setLast(await call(goodsDocuments.scan, { id, body }, { act }))
      await cache.invalidateQueries({ queryKey: ['goodsDocumentLines'] })
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500)
        setRefused(now => [...now, { scan, words: wordsOfError(error) }])
      else setUnsent(now => [...now, scan])
    }
  }
  const send = (scan: Scan) => {
    setUnsent(now => now.filter(({ act }) => act !== scan.act))
    queue.current = queue.current.then(() => one(scan))
  }
  const seen = (act: Act) => setRefused(now => now.filter(each => each.scan.act !== act))
  return { last, refused, unsent, send, seen }
}
