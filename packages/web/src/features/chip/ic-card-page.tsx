import type { CardPayload, ReaderCallName } from '@forecourt/contract'
import { useState } from 'react'
import { answerOfReader, askReader } from '../../core/reader.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/section.tsx'
import { useConfirm } from '../../kit/feedback/confirm.tsx'
import { fieldLabel } from '../../kit/label.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { useHintFlag } from '../../kit/reader/hint-flag.ts'
import { ReaderPanel } from '../../kit/reader/reader-panel.tsx'
import { hint, wordsOfReader } from '../../kit/reader/say-reader.ts'
import { useReader, type CardOnReader } from '../../kit/reader/use-reader.ts'
import { grouped } from '../../kit/show.ts'
import { Button, Checkbox } from '../../kit/ui.ts'
import { KindChoice } from './choices.tsx'
import { refuseIssued, testPayload, type Kind } from './ic-write.ts'
import { NumberBox, numberOf } from './number-box.tsx'
import { StepResult, timed, type Result } from './reader-step.tsx'
import { ReaderWay } from './reader-way.tsx'
import { useSuppliers } from '../../kit/reader/suppliers.ts'
import { NotTaken } from './turns.ts'
import './chip.css'

type Called = 'dogStatus' | 'readCard' | 'labels' | 'issueCard' | 'validateCard'

/** IC卡测试: every call of the reader by itself, with its raw answer, for anyone who looks for a fault. @source spec 0 §2, §7 */
export default function IcCardPage() {
  const reader = useReader()
  const [results, setResults] = useState<Partial<Record<Called, Result>>>({})
  const [busy, setBusy] = useState<Called>()
  const run = async (name: Called, act: () => Promise<Result | undefined>) => {
    if (busy) return
    setBusy(name)
    reader.pause(true)
    try {
      const result = await act()
      if (result) setResults(all => ({ ...all, [name]: result }))
      // A failed reading is said where somebody looks for faults; of the others it always is.
      if (result?.answer?.resultCode !== 0 && result && (name !== 'readCard' || useHintFlag.getState().on)) hint(result.words)
    } catch (error) {
      hint(error instanceof NotTaken ? error.message : wordsOfReader(error))
    } finally {
      reader.pause(false)
      setBusy(undefined)
    }
  }
  return (
    <>
      <PageHeader />
      <ReaderPanel reader={reader} />
      <Section title={t('icCardPage.way')}>
        <ReaderWay state={reader.state} />
        <HintSwitch />
      </Section>
      <Section title={t('icCardPage.asking')}>
        {(['dogStatus', 'readCard', 'labels'] as const).map(name => (
          <div key={name} className="f-ic-step">
            <Button loading={busy === name} onClick={() => void run(name, () => askPlainly(name))}>
              {t(`icCardPage.call_${name}`)}
            </Button>
            <StepResult name={name} result={results[name]} />
          </div>
        ))}
      </Section>
      <Writing card={reader.card} results={results} busy={busy} run={run} />
    </>
  )
}

const askPlainly = (name: 'dogStatus' | 'readCard' | 'labels') =>
  timed(() => (name === 'readCard' ? answerOfReader(name, {}) : answerOfReader(name)))

/** @source requirement CRD-057; decisions CD27 */
function HintSwitch() {
  const { on, set } = useHintFlag()
  return (
    <div>
      <Checkbox checked={on} onChange={({ target }) => set(target.checked)}>
        {t('icCardPage.hints')}
      </Checkbox>
      <p className="f-chip-none">{t('icCardPage.hints_help')}</p>
    </div>
  )
}

interface WritingProps {
  card: CardOnReader | undefined
  results: Partial<Record<Called, Result>>
  busy: ReaderCallName | undefined
  run: (name: Called, act: () => Promise<Result | undefined>) => Promise<void>
}

/** Writes test data over what stands on a card that no account has, and asks whether it stands there. */
function Writing({ card, results, busy, run }: WritingProps) {
  const confirm = useConfirm()
  const { options } = useSuppliers()
  const [typed, setTyped] = useState<string>()
  const [kind, setKind] = useState<Kind>('none')
  const [written, setWritten] = useState<CardPayload>()
  const text = typed ?? card?.record?.number ?? ''
  const number = numberOf(text)
  const write = async () => {
    const here = await askReader('readCard', {})
    const payload = testPayload(here, number!, kind)
    const known = await refuseIssued(
      here,
      options.map(({ value }) => value),
    )
    const question = [overwrites(here), known && known.number !== number ? t('icCardPage.otherNumber', { number: known.number }) : '']
    const sure = await confirm({ text: question.filter(Boolean).join(''), ok: t('icCardPage.call_issueCard'), danger: true })
    if (!sure) return undefined
    setWritten(payload)
    return timed(() => answerOfReader('issueCard', payload))
  }
  const validate = async () => {
    const payload = written ?? testPayload(await askReader('readCard', {}), number!, kind)
    return timed(() => answerOfReader('validateCard', payload))
  }
  return (
    <Section title={t('icCardPage.writing')}>
      <p className="f-chip-none">{t('icCardPage.writing_help')}</p>
      <div className="f-chip-choices">
        <NumberBox label={fieldLabel('cardInfos', 'number')} value={text} onChange={setTyped} />
        <KindChoice value={kind} onChange={setKind} />
      </div>
      <div className="f-ic-step">
        <Button danger disabled={number === undefined} onClick={() => void run('issueCard', write)}>
          {t('icCardPage.call_issueCard')}
        </Button>
        <StepResult name="issueCard" result={results.issueCard} />
      </div>
      <div className="f-ic-step">
        <Button disabled={number === undefined} loading={busy === 'validateCard'} onClick={() => void run('validateCard', validate)}>
          {t('icCardPage.call_validateCard')}
        </Button>
        <StepResult name="validateCard" result={results.validateCard} />
      </div>
    </Section>
  )
}

/** What the writing takes away, in words. */
function overwrites({ uuid, record }: CardOnReader): string {
  return record
    ? t('icCardPage.overwrites', { uuid, number: grouped(record.number, 'cardNumber') })
    : t('icCardPage.overwritesNothing', { uuid })
}
