import { readerCalls, type ReaderAnswer, type ReaderCallName } from '@forecourt/contract'
import { t } from '../../i18n/index.ts'
import { CopyButton } from '../../kit/feedback/copy.tsx'
import { wordsOfReader } from '../../kit/reader/say-reader.ts'
import { State } from '../../kit/state.tsx'

/** What a call came to: its whole answer, or that there was none. */
export interface Result {
  readonly answer: ReaderAnswer<unknown> | undefined
  readonly words: string
  readonly ms: number
}

/** Makes a call, and notes what was answered and how long it took; a failure is a result as well. */
export async function timed(ask: () => Promise<ReaderAnswer<unknown>>): Promise<Result> {
  const begun = performance.now()
  const taken = () => Math.round(performance.now() - begun)
  try {
    const answer = await ask()
    return { answer, words: answer.resultMessage, ms: taken() }
  } catch (error) {
    return { answer: undefined, words: wordsOfReader(error), ms: taken() }
  }
}

/** One call: what it came to, its code, the time, and its raw answer to copy. */
export function StepResult({ name, result }: { name: ReaderCallName; result: Result | undefined }) {
  const { method, path } = readerCalls[name]
  const text = result?.answer && JSON.stringify(result.answer, null, 2)
  return (
    <div className="f-ic-result" data-call={name} data-code={result?.answer?.resultCode}>
      <p>
        <code>
          {method} {path}
        </code>
        {result && (
          <>
            <State member={result.answer?.resultCode === 0 ? 'success' : 'failed'}>{result.words}</State>
            <span className="k-number">{t('icCardPage.code', { code: result.answer?.resultCode ?? '—' })}</span>
            <span className="k-number">{t('icCardPage.took', { ms: result.ms })}</span>
            {text && <CopyButton text={text} label={t('icCardPage.copy')} always />}
          </>
        )}
      </p>
      {text && (
        <pre tabIndex={0} aria-label={t('icCardPage.raw', { name })}>
          {text}
        </pre>
      )}
    </div>
  )
}
