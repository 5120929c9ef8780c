import type { JudgedLine } from '@forecourt/contract'
import { Alert } from 'antd'
import { t } from '../../i18n/index.ts'
import { referencesOf, ruleWords, usedWords, valueWords } from './line-words.ts'
import type { NameOf } from './range-words.ts'
import { useNamed } from './use-named.ts'
import './judgement.css'

export interface ReckoningProps {
  lines: readonly JudgedLine[]
  /** The line that decides, by its place among them; the first that refuses when absent. */
  deciding?: number | null
  /** The server's own words of a refusal. */
  message?: string | null
  /** Of a payment that was made or refused. */
  kept?: boolean
}

const tones = { kept: 'good', refused: 'bad', alerted: 'wait', open: 'busy', free: 'off' } as const

/** How each rule stands to a fill, and which of them decides: of one that is tried, or of a payment that was judged. */
export function Reckoning({ lines, deciding, message, kept = false }: ReckoningProps) {
  const nameOf = useNamed(referencesOf(lines))
  const first = deciding ?? lines.findIndex(({ verdict }) => verdict === 'refused')
  return (
    <div className="k-reckoning">
      <Outcome lines={lines} message={message} kept={kept} />
      <ol className="k-rules" aria-label={t('judgement.rules')}>
        {lines.map((line, at) => (
          // A rule may stand there several times, of the same source; what tells them apart is their place.
          // oxlint-disable-next-line react/no-array-index-key
          <Rule key={at} line={line} decides={at === first} nameOf={nameOf} />
        ))}
      </ol>
    </div>
  )
}

const types = { mayNot: 'error', alerts: 'warning', may: 'success' } as const
function Outcome({ lines, message, kept }: Pick<ReckoningProps, 'lines' | 'message' | 'kept'>) {
  const has = (verdict: JudgedLine['verdict']) => lines.some(line => line.verdict === verdict)
  const outcome = has('refused') ? 'mayNot' : has('alerted') ? 'alerts' : 'may'
  const more = outcome === 'mayNot' ? message : !kept && has('open') ? t('judgement.mayIfOpen') : undefined
  const title = t(kept ? `judgement.was_${outcome}` : `judgement.${outcome}`)
  return <Alert type={types[outcome]} showIcon role="status" title={title} {...(more && { description: more })} />
}

function Rule({ line, decides, nameOf }: { line: JudgedLine; decides: boolean; nameOf: NameOf }) {
  const { verdict, source, onBreach } = line
  const used = usedWords(line)
  const beside = [
    source && source !== 'account' && t(`judgement.source_${source}`),
    used,
    source && onBreach === 'alert' && t('judgement.onlyAlerts'),
  ].filter(Boolean)
  return (
    <li className={decides ? 'k-rule-decides' : undefined} data-rule={line.rule} data-verdict={verdict}>
      <span className={`k-tag k-${tones[verdict]}`}>{t(`judgement.verdict_${verdict}`)}</span>
      <div>
        <div className="k-rule-asks">
          <span>{ruleWords(line)}</span>
          {source && <strong>{valueWords(line, nameOf)}</strong>}
          {decides && <em>{t('judgement.decides')}</em>}
        </div>
        {beside.length > 0 && <p>{beside.join(' · ')}</p>}
      </div>
    </li>
  )
}
