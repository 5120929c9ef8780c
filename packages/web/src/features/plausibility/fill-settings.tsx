import { FillRule, fillRules, type FillRulesOfFleet } from '@forecourt/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../core/api.ts'
import { count } from '../../core/money.ts'
import { useMay } from '../../core/session.ts'
import { time } from '../../core/time.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { saidOnPage } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { ActForm, SideForm } from '../../kit/form/forms.tsx'
import { choiceLabel } from '../../kit/label.ts'
import { usePage } from '../../kit/page/use-page.ts'
import { Button } from '../../kit/ui.ts'

const changed = ['fillRules', 'fillAlerts']

function useRules(groupId: number) {
  const { visible } = usePage()
  return useQuery({
    queryKey: ['fillRules', 'get', groupId],
    queryFn: ({ signal }) => call(fillRules.get, { id: groupId }, { signal, company: true }),
    enabled: visible,
    meta: saidOnPage,
  })
}

/** What is watched, what for, how long it is kept and who reads it: for all who read the alerts, the leader of the fleet among them. */
export function FillSettingsPart({ groupId }: { groupId: number }) {
  const { data, error, refetch } = useRules(groupId)
  const may = useMay('plausibility.settings')
  const [editing, setEditing] = useState(false)
  const [looking, setLooking] = useState(false)
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Bones rows={3} />
  const buttons = (
    <span className="fill-buttons">
      <Button size="small" onClick={() => setLooking(true)}>
        {t('fills.looks')}
      </Button>
      {may && (
        <Button size="small" onClick={() => setEditing(true)}>
          {t('fills.setRules')}
        </Button>
      )}
    </span>
  )
  return (
    <Section title={t('fills.rules')} actions={buttons}>
      <div className="fill-about">
        <p>{data.purpose || t('fills.noRules')}</p>
        <p className="k-quiet">
          {t('fills.keptFor', { days: count(data.keptDays) })} · {t(data.leaderSees ? 'fills.leaderSees' : 'fills.leaderBlind')}
        </p>
      </div>
      <Rules rules={data} />
      <p className="fill-note k-quiet">{t('fills.lately')}</p>
      <SideForm title={t('fills.setRules')} open={editing} onClose={() => setEditing(false)}>
        {editing && <SettingsForm rules={data} onDone={() => setEditing(false)} />}
      </SideForm>
      <SideForm title={t('fills.looks')} open={looking} onClose={() => setLooking(false)}>
        {looking && <Looks groupId={groupId} />}
      </SideForm>
    </Section>
  )
}

/** Each rule, and how it came out in the last thirty days. */
function Rules({ rules }: { rules: FillRulesOfFleet }) {
  return (
    <div className="fill-tally" tabIndex={0} role="region" aria-label={t('fills.rules')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('fillAlerts.rule')}</th>
            <th scope="col">{t('fills.mode')}</th>
            {(['kept', 'broken', 'notJudged'] as const).map(verdict => (
              <th key={verdict} scope="col" className="fill-number">
                {t(`fills.verdict_${verdict}`)}
              </th>
            ))}
            <th scope="col">{t('fills.missing')}</th>
          </tr>
        </thead>
        <tbody>
          {FillRule.options.map(rule => (
            <RuleLine key={rule} rule={rule} mode={rules[rule]} of={rules.tally.find(one => one.rule === rule)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RuleLineProps {
  rule: FillRule
  mode: FillRulesOfFleet['tank']
  of: FillRulesOfFleet['tally'][number] | undefined
}
function RuleLine({ rule, mode, of }: RuleLineProps) {
  const figures = [of?.kept, of?.broken, of?.notJudged]
  const [most] = of?.lacks ?? []
  return (
    <tr className={mode === 'off' ? 'k-quiet' : undefined}>
      <th scope="row">{choiceLabel('fillAlerts', 'rule', rule)}</th>
      <td>{choiceLabel('fillRules', 'mode', mode)}</td>
      {figures.map((figure, turn) => (
        <td key={turn} className="fill-number">
          {mode === 'off' && !figure ? '—' : count(figure)}
        </td>
      ))}
      <td>{most ? t(`fills.lack_${most.lack as 'car'}`) : '—'}</td>
    </tr>
  )
}

const fields = [...FillRule.options, 'purpose', 'keptDays', 'leaderSees']

function SettingsForm({ rules, onDone }: { rules: FillRulesOfFleet; onDone: () => void }) {
  const { version, tally: _tally, groupId, ...settings } = rules
  return (
    <ActForm
      of={fillRules.set}
      id={groupId}
      version={version}
      words="fillRules"
      fields={fields}
      defaults={settings}
      changes={changed}
      done={t('fills.set')}
      effect={() => t('fills.setHelp')}
      onDone={onDone}
      onCancel={onDone}
    />
  )
}

/** Who looked at alerts of the fleet, and when. */
function Looks({ groupId }: { groupId: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['fillAlerts', 'looks', groupId],
    queryFn: ({ signal }) => call(fillRules.looks, { id: groupId }, { signal, company: true }),
    meta: saidOnPage,
  })
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Bones rows={4} />
  if (data.content.length === 0) return <p className="k-quiet">{t('fills.noLooks')}</p>
  return (
    <ul className="fill-looks">
      {data.content.map(({ id, name, rule, lookedAt }) => (
        <li key={id}>
          <span>{name || '—'}</span>
          <span className="k-quiet">{choiceLabel('fillAlerts', 'rule', rule)}</span>
          <time dateTime={lookedAt}>{time(lookedAt, 'minute')}</time>
        </li>
      ))}
    </ul>
  )
}
