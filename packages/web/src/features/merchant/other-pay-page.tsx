import { configDefaults, otherPay, payTypesInOrder, stations, type OtherPayLine, type RecordNamed } from '@forecourt/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, newAct } from '../../core/api.ts'
import { knowStation, session, useMay, useSession, type AtStation } from '../../core/session.ts'
import { t } from '../../i18n/index.ts'
import { Section } from '../../kit/detail/descriptions.tsx'
import { useRecord } from '../../kit/detail/use-record.ts'
import { Bones, Failed } from '../../kit/feedback/states.tsx'
import { useToast } from '../../kit/feedback/toast.ts'
import { PageHeader } from '../../kit/page/page-header.tsx'
import { Button } from '../../kit/ui.ts'
import { PayTypeTable } from './pay-type-table.tsx'

const expand = ['config.otherTradeType', 'config.payTypes']

/** 其他支付方式. @source requirements PAY-002, PAY-014 */
export default function OtherPayPage() {
  const id = useSession(({ atStation }) => atStation?.id)
  const { data, error, refetch } = useRecord(stations, id, expand)
  return (
    <>
      <PageHeader {...(data && { meta: data.name })} />
      {error && <Failed error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Bones rows={10} />}
      {data && <PayTypes key={data.version} station={data} />}
    </>
  )
}

type Station = RecordNamed<'stations'>

const linesOf = ({ config = {} }: Station): readonly OtherPayLine[] => {
  const names: Readonly<Record<string, string>> = config.otherTradeType ?? {}
  return payTypesInOrder(config.payTypes ?? configDefaults.payTypes).map(line => ({ ...line, name: names[line.payType] ?? '' }))
}

function PayTypes({ station }: { station: Station }) {
  const may = useMay(otherPay.permission)
  const known = linesOf(station)
  const [lines, setLines] = useState(known)
  const { busy, save } = useSave(station, lines)
  const isSame = JSON.stringify(lines) === JSON.stringify(known)
  return (
    <Section
      title={t('otherPay.title')}
      actions={
        may && (
          <Button type="primary" loading={busy} disabled={isSame} onClick={() => void save()}>
            {t('kit.save')}
          </Button>
        )
      }>
      <p className="k-help">{t('otherPay.help')}</p>
      <PayTypeTable lines={lines} readOnly={!may} onChange={setLines} />
    </Section>
  )
}

/** What the till offers follows at once. A refusal is said by the call. */
function useSave({ id, version }: Station, lines: readonly OtherPayLine[]) {
  const cache = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await call(otherPay, { id, body: { version, payTypes: [...lines] } }, { act: newAct() })
      const known = (await call(stations.get, { id, query: { expand: ['config'] } })) as unknown as AtStation
      const { atStation } = session()
      if (atStation?.id === id) knowStation({ ...known, company: atStation.company })
      await Promise.all(['stations', 'auditLogs'].map(name => cache.invalidateQueries({ queryKey: [name] })))
      toast.done(t('kit.saved'))
    } finally {
      setBusy(false)
    }
  }
  return { busy, save: () => save().catch(() => undefined) }
}
