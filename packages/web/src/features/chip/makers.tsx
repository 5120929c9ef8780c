import { cardSuppliers } from '@forecourt/contract'
import { useMay } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { ActButton } from '../../kit/form/act-button.tsx'
import type { Values } from '../../kit/form/values.ts'
import { Failed } from '../../kit/feedback/states.tsx'
import { useSupplierList, useSuppliers } from '../../kit/reader/suppliers.ts'

const changes = ['cardSuppliers']

/** 卡商: who makes the cards. One is added, or renamed; none goes, for chips bear its code. @source requirement CRD-009 */
export function Makers() {
  const may = useMay('chip.import')
  const { options } = useSuppliers()
  const { data, error, refetch } = useSupplierList()
  const known = options.filter(({ value }) => value !== 0)
  // The code is part of a chip's identity: one that is taken would give another maker's chips a new name.
  const untaken = ({ code }: Values) => ({
    ...(options.some(({ value }) => value === code) && { wrong: { code: t('importPage.codeTaken') } }),
  })
  const next = Math.max(0, ...options.map(({ value }) => value)) + 1
  return (
    <Section
      title={t('importPage.makers')}
      actions={
        <ActButton
          of={cardSuppliers.save}
          words="importPage"
          label={t('importPage.addMaker')}
          button={{ type: 'link', size: 'small' }}
          changes={changes}
          defaults={{ code: next }}
          rules={untaken}
          done={t('importPage.makerAdded')}
        />
      }>
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {data && known.length === 0 && <p className="f-chip-none">{t('importPage.noMakers')}</p>}
      <ul className="chip-makers">
        {known.map(({ value, label }) => (
          <li key={value}>
            <span className="k-number">{value}</span>
            <span>{label}</span>
            {may && (
              <ActButton
                of={cardSuppliers.save}
                words="importPage"
                label={t('importPage.rename')}
                title={t('importPage.renameOf', { name: label })}
                button={{ type: 'link', size: 'small', title: t('importPage.renameOf', { name: label }) }}
                changes={changes}
                fields={['name']}
                defaults={{ code: value, name: label }}
                done={t('importPage.makerRenamed')}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
