import { useState } from 'react'
import { useOwnSetting } from '../../core/own-settings.ts'
import { t, wordsFor } from '../../i18n/index.ts'
import { Caps } from '../../kit/caps.tsx'
import { Section } from '../../kit/detail/section.tsx'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { hint, wordsOfReader } from '../../kit/reader/say-reader.ts'
import { useReader } from '../../kit/reader/use-reader.ts'
import { grouped } from '../../kit/show.ts'
import { Button } from '../../kit/ui.ts'
import { CompanyChoice, MakerChoice, TypeChoice, type UserCardType } from './choices.tsx'
import { prepare, undo, type Step } from './prepare.ts'
import { useSuppliers } from '../../kit/reader/suppliers.ts'
import { TurnDesk } from './turn-desk.tsx'
import { TurnList } from './turn-list.tsx'
import { useTurnKeys, useTurns, type Turns } from './turns.ts'

/** How somebody has set this page up; whose the cards become is chosen anew each time. */
interface Kept {
  readonly supplier?: number
  readonly cardType?: UserCardType
  readonly auto?: boolean
}

/** The last one of the sitting that is not undone yet becomes blank again; whether that is under way. */
function useUndo({ last, busy, undone }: Turns): readonly [boolean, () => Promise<void>] {
  const [undoing, setUndoing] = useState(false)
  const undoLast = async () => {
    if (!last || busy || undoing) return
    setUndoing(true)
    try {
      await undo(last.id!)
      undone(last.turn)
    } catch (error) {
      hint(wordsOfReader(error))
    } finally {
      setUndoing(false)
    }
  }
  return [undoing, undoLast]
}

/** 批量发卡: one blank card after the other gets the number that is printed on it. @source spec 0 §4 "Batch preparation" */
export default function IssueCardsPage() {
  const [kept = {}, keep] = useOwnSetting<Kept>('sitting.issueCards')
  const [companyId, setCompanyId] = useState<number>()
  const [step, setStep] = useState<Step>('read')
  const { options } = useSuppliers()
  const reader = useReader()
  const { supplier, cardType, auto = false } = kept
  const ready = supplier !== undefined && cardType !== undefined
  const turns = useTurns({
    reader,
    auto,
    ready,
    turn: isDone =>
      prepare({
        wanted: { supplier: supplier!, cardType: cardType!, companyId },
        makers: options.map(({ value }) => value),
        isDone,
        onStep: setStep,
      }),
  })
  const { entries, last, busy } = turns
  const [undoing, undoLast] = useUndo(turns)
  useTurnKeys({ act: t('preparePage.act'), ready, begin: turns.begin, undo: { label: t('preparePage.undo'), press: undoLast } })
  const now = busy ? wordsFor(`preparePage.step_${step}`) : last && t('preparePage.done', { number: grouped(last.number!, 'cardNumber') })
  return (
    <>
      <PageHeader />
      <div className="f-chip-choices">
        <MakerChoice value={supplier} onChange={value => keep({ ...kept, supplier: value })} />
        <TypeChoice value={cardType} onChange={value => keep({ ...kept, cardType: value })} />
        <CompanyChoice value={companyId} onChange={setCompanyId} />
      </div>
      <TurnDesk
        reader={reader}
        turns={turns}
        act={t('preparePage.act')}
        off={ready ? undefined : t('preparePage.chooseFirst')}
        count={{ value: entries.filter(({ outcome }) => outcome === 'done').length, label: t('preparePage.count') }}
        now={now}
        place={t('preparePage.place')}
        auto={auto}
        onAuto={value => keep({ ...kept, auto: value })}
        acts={
          <Button size="large" disabled={!last || busy} loading={undoing} onClick={() => void undoLast()}>
            {t('preparePage.undo')} <Caps name="$mod+z" />
          </Button>
        }
      />
      <Section title={t('preparePage.sitting')}>
        <TurnList label={t('preparePage.sitting')} entries={entries} done={t('preparePage.outcome_done')} />
      </Section>
    </>
  )
}
